import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { putSecret } from "../secrets/secrets.ts";
import { addRun, readRun } from "../state/runs.ts";
import { putVariable } from "../variables/worker-variables.ts";
import { identifyProcess } from "./process-tree.ts";
import { type Bench, openBench, readAll, READY, REQUEST, runToEnd } from "./run-bench.fixture.ts";
import { claimRun, findClaim, recordChild } from "./run-claims.ts";
import { orderOf, type RunOrder } from "./run-order.ts";
import { openWorkDirectory } from "./work-directory.ts";

test("passes the expanded body to the agent and adds only secrets and LOAM_RUN to its environment", async () => {
  const bench = await openBench({ agent: { command: ["/bin/sh", "-c", "cat; env"] } });
  bench.skill("echo {{WHO}} {{UNDEFINED}}");
  putVariable(bench.state, { key: "WHO", value: "the worker", at: new Date() });
  putSecret(bench.secrets, { key: "TOKEN", workspaceId: "", value: "wide-secret", at: new Date() });
  const { id, row, log } = await runToEnd(bench, { variables: new Map([["WHO", "the call"]]) });
  expect(row).toMatchObject({ state: "succeeded", exitCode: 0 });
  expect(log).toContain("echo the worker {{UNDEFINED}}");
  const names = log.split("\n").flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
  expect(new Set(names)).toEqual(new Set(["PATH", "HOME", "TOKEN", "LOAM_RUN", "PWD"]));
  expect(log).toContain(`LOAM_RUN=${id}`);
  expect(log).toContain("TOKEN=***");
});

test("the agent shell runs the sh blocks in the run's directory and logs their output", async () => {
  const bench = await openBench();
  bench.skill('pwd > here\necho "to {{WHO}}"\necho oops >&2\nexit 3');
  const workDir = join(bench.config.projectsFolder, "site");
  const { row, log } = await runToEnd(bench, {
    workDir,
    variables: new Map([["WHO", "$(id); \"'`"]]),
  });
  expect(row).toMatchObject({ state: "failed", exitCode: 3, workDir });
  expect(log.split("\n").toSorted()).toEqual(["", "oops", "to $(id); \"'`"]);
  expect(readFileSync(join(workDir, "here"), "utf8").trim()).toBe(workDir);
  expect(readdirSync(join(bench.config.home, "runs"))).toEqual([`${row.id}.log`]);
});

test("ends a run with all processes that it started, including those that left its group", async () => {
  const bench = await openBench();
  bench.skill("setsid sleep 1000 &\nsleep 1000 &\necho $! > pid\necho begun\nsleep 1000");
  const { id } = await bench.runner.startRun(REQUEST);
  const { signal } = new AbortController();
  for await (const { text } of bench.runner.readLog(id, { from: 0, signal })) {
    if (text.includes("begun")) break;
  }
  expect(await bench.runner.cancelRun(id)).toMatchObject({ state: "cancelled" });
  const strays = readdirSync("/proc").filter((pid) => environOf(pid).includes(`LOAM_RUN=${id}`));
  expect(strays).toEqual([]);
});

function environOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

test("ends a run at its time and output limits", async () => {
  const bench = await openBench();
  bench.skill("while :; do echo 0123456789; done");
  const loud = { ...orderOf(REQUEST, "worker-last"), limits: { seconds: 1000, outputBytes: 100 } };
  bench.runner.takeOn(loud);
  await bench.runner.resume();
  expect(await bench.runner.ended(loud.id)).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("more than 100 bytes"),
  });
  expect((await readAll(bench.runner, loud.id)).length).toBe(100);
  bench.skill("sleep 1000");
  const slow = { ...orderOf(REQUEST, "worker-last"), limits: { seconds: 0.05, outputBytes: 100 } };
  bench.runner.takeOn(slow);
  await bench.runner.resume();
  expect(await bench.runner.ended(slow.id)).toMatchObject({ state: "timed_out" });
});

test("runs one run at a time per directory", async () => {
  const bench = await openBench();
  bench.skill("test ! -e busy\ntouch busy\nsleep 0.1\nrm busy");
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await bench.runner.startRun({ ...REQUEST, workDir: "one" })).id),
  );
  const rows = await Promise.all(ids.map(async (id) => bench.runner.ended(id)));
  expect(rows.map(({ state }) => state)).toEqual(["succeeded", "succeeded", "succeeded"]);
});

test("masks a secret that is set while a run waits for its directory", async () => {
  const bench = await openBench();
  const go = join(bench.config.home, "go");
  bench.skill(`until [ -e ${go} ]; do sleep 0.01; done\necho "token: $TOKEN"`);
  putSecret(bench.secrets, { key: "TOKEN", workspaceId: "", value: "old-value", at: new Date() });
  const first = await bench.runner.startRun({ ...REQUEST, workDir: "one" });
  await expect.poll(() => bench.runner.getRun(first.id)?.state).toBe("running");
  const second = await bench.runner.startRun({ ...REQUEST, workDir: "one" });
  putSecret(bench.secrets, { key: "TOKEN", workspaceId: "", value: "new-value", at: new Date() });
  writeFileSync(go, "");
  for (const { id } of [first, second]) {
    expect(await bench.runner.ended(id)).toMatchObject({ state: "succeeded" });
    expect(await readAll(bench.runner, id)).toBe("token: ***\n");
  }
});

test("runs the requested version even if another arrives while it waits for its directory", async () => {
  const bench = await openBench();
  const go = join(bench.config.home, "go");
  bench.skill(`until [ -e ${go} ]; do sleep 0.01; done`);
  const brought = vi.fn<() => void>();
  const runner = bench.open(async ({ skill: { version } }) => {
    if (version === null) return;
    bench.skill(`echo version ${version}`);
    brought();
  });
  onTestFinished(async () => runner.close());
  const { id } = await runner.startRun({ ...REQUEST, workDir: "one" });
  await expect.poll(() => runner.getRun(id)?.state).toBe("running");
  const order = orderOf({ ...REQUEST, workDir: "one" }, "worker-last");
  runner.takeOn({ ...order, skill: { name: "job", version: 3 } });
  await runner.resume();
  // Before the check and after it.
  await expect.poll(() => brought.mock.calls.length).toBe(2);
  bench.skill("echo version 4");
  writeFileSync(go, "");
  expect(await runner.ended(order.id)).toMatchObject({ state: "succeeded" });
  expect(await readAll(runner, order.id)).toBe("version 3\n");
});

test("runs the requested version even if another arrives while it is checked", async () => {
  const bench: Bench = await openBench(
    { agent: "shell" },
    {
      check: () => {
        bench.skill("echo version 4");
        return READY;
      },
    },
  );
  const runner = bench.open(async (order) => bench.skill(`echo version ${order.skill.version}`));
  onTestFinished(async () => runner.close());
  const order = { ...orderOf(REQUEST, "worker-last"), skill: { name: "job", version: 3 } };
  runner.takeOn(order);
  await runner.resume();
  expect(await readAll(runner, order.id)).toBe("version 3\n");
});

describe("rejects a run", () => {
  test("with missing requirements", async () => {
    const items = [
      { kind: "cli_tool", name: "pandoc", status: "missing", detail: "Install it." },
    ] as const;
    const bench = await openBench({ agent: "shell" }, { check: () => ({ ready: false, items }) });
    bench.skill("touch ran");
    await expect(bench.runner.startRun(REQUEST)).rejects.toMatchObject({
      code: "requirements_unmet",
      issues: [{ field: "pandoc", message: "Install it." }],
    });
    const order = orderOf(REQUEST, "worker-last");
    bench.runner.takeOn(order, undefined);
    await bench.runner.resume();
    expect(await bench.runner.ended(order.id)).toMatchObject({
      state: "refused",
      items: JSON.stringify(items),
    });
  });

  test("in the worker's directory, or outside the projects' folder", async () => {
    const bench = await openBench();
    bench.skill("true");
    for (const workDir of ["../..", bench.config.home, join(bench.config.skillsFolder, "job")]) {
      const { row } = await runToEnd(bench, { workDir });
      expect(row).toMatchObject({
        state: "failed",
        reason: expect.stringMatching(/is outside|the worker's own files/),
      });
    }
  });

  test("in the worker's directory through a link", async () => {
    const bench = await openBench();
    bench.skill("true");
    const link = join(await temporaryFolder("link"), "home");
    symlinkSync(bench.config.home, link);
    const order = orderOf({ ...REQUEST, workDir: link }, "worker-last");
    const directories = { state: bench.state, config: { ...bench.config, home: link } };
    expect(() => openWorkDirectory(directories, order)).toThrow(/the worker's own files/);
  });

  test("of a missing skill, or with an unknown agent", async () => {
    const bench = await openBench({ agent: { command: ["/nowhere/agent"] } });
    await expect(bench.runner.startRun(REQUEST)).rejects.toMatchObject({ code: "not_found" });
    await expect(bench.runner.startRun({ ...REQUEST, skill: "../x" })).rejects.toMatchObject({
      code: "invalid",
    });
    bench.skill("true");
    expect((await runToEnd(bench)).row).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("The command /nowhere/agent is not in the PATH"),
    });
  });
});

describe("after a kill of the worker", () => {
  const DEAD = { pid: 999_999_999, start: "1", boot: "b" };

  function leave({ state }: Bench, order: RunOrder, runState: "queued" | "running"): void {
    addRun(state, {
      id: order.id,
      state: runState,
      request: JSON.stringify(order),
      workspaceId: "",
      items: "[]",
      createdAt: new Date().toISOString(),
    });
    claimRun(state, order.id, DEAD);
  }

  test("runs what had not started, and ends what had as lost", async () => {
    const bench = await openBench();
    bench.skill("touch ran");
    const [waiting, begun] = [
      orderOf({ ...REQUEST, workDir: "a" }, "worker-last"),
      orderOf({ ...REQUEST, workDir: "b" }, "worker-last"),
    ];
    leave(bench, waiting, "queued");
    leave(bench, begun, "running");
    const child = spawn("sleep", ["1000"], {
      detached: true,
      stdio: "ignore",
      env: { ...process.env, LOAM_RUN: begun.id },
    });
    const exited = vi.fn<() => void>();
    child.on("exit", exited);
    recordChild(bench.state, begun.id, identifyProcess(child.pid ?? 0));
    await bench.runner.resume();
    await bench.runner.resume();
    expect(await bench.runner.ended(waiting.id)).toMatchObject({ state: "succeeded" });
    expect(readRun(bench.state, begun.id)).toMatchObject({ state: "lost" });
    await expect.poll(() => exited.mock.calls.length).toBe(1);
    expect(existsSync(join(bench.config.projectsFolder, "a/ran"))).toBe(true);
    expect(existsSync(join(bench.config.projectsFolder, "b/ran"))).toBe(false);
  });

  test("ends a waiting run on request without running it", async () => {
    const bench = await openBench();
    bench.skill("touch ran");
    const order = orderOf({ ...REQUEST, workDir: "a" }, "worker-last");
    leave(bench, order, "queued");
    expect(await bench.runner.cancelRun(order.id)).toMatchObject({ state: "cancelled" });
    expect(existsSync(join(bench.config.projectsFolder, "a/ran"))).toBe(false);
  });

  test("leaves the runs of another live process", async () => {
    const bench = await openBench();
    const order = orderOf(REQUEST, "worker-last");
    leave(bench, order, "running");
    claimRun(bench.state, order.id, identifyProcess(process.ppid));
    await bench.runner.resume();
    expect(readRun(bench.state, order.id)).toMatchObject({ state: "running" });
    await expect(bench.runner.cancelRun(order.id)).rejects.toMatchObject({ code: "conflict" });
  });
});

test.skipIf(!existsSync("/proc/self/stat"))("takes over the runs of a zombie process", async () => {
  const bench = await openBench();
  const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 1000"]);
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [line]: unknown[] = await once(parent.stdout, "data");
  const owner = identifyProcess(Number(line));
  const order = orderOf(REQUEST, "worker-last");
  addRun(bench.state, {
    id: order.id,
    state: "running",
    request: JSON.stringify(order),
    workspaceId: "",
    items: "[]",
    createdAt: new Date().toISOString(),
  });
  claimRun(bench.state, order.id, owner);
  await expect.poll(() => readFileSync(`/proc/${owner.pid}/stat`, "utf8")).toContain(") Z ");
  await bench.runner.resume();
  expect(readRun(bench.state, order.id)).toMatchObject({ state: "lost" });
});

test("reads the log of another process's run to its end", async () => {
  const bench = await openBench();
  const go = join(bench.config.home, "go");
  bench.skill(`echo begun\nuntil [ -e ${go} ]; do sleep 0.01; done\necho ended`);
  // It isn't notified of the other's runs, just like one in a separate process.
  const other = bench.open();
  const { id } = await bench.runner.startRun(REQUEST);
  const { signal } = new AbortController();
  let text = "";
  for await (const part of other.readLog(id, { from: 0, signal })) {
    text += part.text;
    writeFileSync(go, "");
  }
  expect(text).toBe("begun\nended\n");
});

test("ends the runs of a stopped worker as lost, with a reason", async () => {
  const bench = await openBench();
  bench.skill("sleep 1000");
  const other = bench.open();
  const { id } = await other.startRun(REQUEST);
  await other.close();
  expect(readRun(bench.state, id)).toMatchObject({
    state: "lost",
    reason: "The worker was stopped.",
  });
});

describe("a full disk", () => {
  // Other systems have no device that is always full.
  test.skipIf(!existsSync("/dev/full"))(
    "truncates the log of a run, which continues and reports it",
    async () => {
      const bench = await openBench();
      bench.skill("echo one\nsleep 0.5\necho two\ntouch done");
      const order = orderOf(REQUEST, "worker-last");
      mkdirSync(join(bench.config.home, "runs"), { recursive: true });
      symlinkSync("/dev/full", bench.runner.logPath(order.id));
      bench.runner.takeOn(order);
      await bench.runner.resume();
      const row = await bench.runner.ended(order.id);
      expect(row).toMatchObject({
        state: "succeeded",
        exitCode: 0,
        reason: expect.stringMatching(/^The log is incomplete .*ENOSPC/),
      });
      expect(existsSync(join(String(row.workDir), "done"))).toBe(true);
    },
  );

  test("delays storing the end of a run until there is space", async () => {
    const bench = await openBench();
    const go = join(bench.config.home, "go");
    bench.skill(`until [ -e ${go} ]; do sleep 0.01; done\necho done`);
    const { id } = await bench.runner.startRun(REQUEST);
    await expect.poll(() => existsSync(bench.runner.logPath(id))).toBe(true);
    await expect.poll(() => findClaim(bench.state, id)?.child).toBeDefined();
    bench.state.database.exec("PRAGMA query_only = ON");
    writeFileSync(go, "");
    await expect.poll(() => readFileSync(bench.runner.logPath(id), "utf8")).toBe("done\n");
    await expect.poll(() => existsSync(join(bench.config.home, "runs", id))).toBe(false);
    expect(readRun(bench.state, id)).toMatchObject({ state: "running" });
    bench.state.database.exec("PRAGMA query_only = OFF");
    expect(await bench.runner.ended(id)).toMatchObject({ state: "succeeded", exitCode: 0 });
    expect(findClaim(bench.state, id)).toBe(undefined);
  });
});
