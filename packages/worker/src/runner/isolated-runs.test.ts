import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import {
  createControlGroup,
  endControlGroup,
  ownControlGroup,
} from "../isolation/control-group.ts";
import type { Confinement, IsolationProbe } from "../isolation/isolation.ts";
import { probeIsolation } from "../isolation/probe-isolation.ts";
import { putSecret } from "../secrets/secrets.ts";
import { type Bench, openBench, readAll, REQUEST, runToEnd } from "./run-bench.fixture.ts";

const probe = await probeIsolation(process.env["PATH"] ?? "");

/** Each isolation mechanism, or why this machine doesn't support it; those tests are skipped with the reason. */
const WAYS: Readonly<Record<string, IsolationProbe[keyof IsolationProbe]>> = {
  boxed: probe.boxed,
  "contained by a namespace": probe.contained,
  "contained by a control group": await controlGroup(),
};

async function controlGroup(): Promise<IsolationProbe["contained"]> {
  try {
    const folder = ownControlGroup();
    createControlGroup(folder, "test");
    await endControlGroup(folder, "test");
    return { level: "contained", by: "cgroup", folder };
  } catch (error) {
    return { missing: `no control group of its own: ${String(error)}` };
  }
}

/** A duration that identifies this test's `sleep`. */
function uniqueSeconds(): string {
  return `9${Math.random().toString().slice(2, 11)}`;
}

function sleepers(seconds: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(seconds);
    } catch {
      return false;
    }
  });
}

function files(folder: string, contents: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe.for(Object.entries(WAYS))("a run that is %s", ([, way]) => {
  async function benchOr(
    skip: (reason: string) => void,
    settings: object = { agent: "shell" },
  ): Promise<Bench> {
    if ("missing" in way) skip(way.missing);
    const confinement: Confinement =
      "missing" in way ? { level: "none", by: "process group" } : way;
    return openBench(settings, { confinement });
  }

  test("ends with all processes that it started, including hidden ones", async ({ skip }) => {
    const bench = await benchOr(skip);
    const seconds = uniqueSeconds();
    bench.skill(
      [
        `env -i setsid sleep ${seconds} > /dev/null 2>&1 < /dev/null &`,
        `nohup setsid sh -c "env -i sleep ${seconds}" > /dev/null 2>&1 &`,
        "sleep 0.2; echo begun",
      ].join("\n"),
    );
    const { row, log } = await runToEnd(bench);
    expect({ ...row, log }).toMatchObject({ state: "succeeded", log: "begun\n" });
    await expect.poll(() => sleepers(seconds)).toEqual([]);
  });

  test("reports its outcome and the output of each stream", async ({ skip }) => {
    const bench = await benchOr(skip);
    bench.skill('echo "to $TOKEN"; echo oops >&2; exit 7');
    putSecret(bench.secrets, { key: "TOKEN", workspaceId: "", value: "a-secret", at: new Date() });
    const { row, log } = await runToEnd(bench);
    expect(row).toMatchObject({ state: "failed", exitCode: 7 });
    expect(log.split("\n").toSorted()).toEqual(["", "oops", "to ***"]);
  });

  test("is asked to terminate before it is killed", async ({ skip }) => {
    const bench = await benchOr(skip);
    const work = join(bench.config.projectsFolder, "work");
    bench.skill(
      "trap 'echo tidied > tidied; exit 0' TERM\ntouch begun\nwhile :; do sleep 0.05; done",
    );
    const { id } = await bench.runner.startRun({ ...REQUEST, workDir: "work" });
    await expect.poll(() => existsSync(join(work, "begun"))).toBe(true);
    expect(await bench.runner.cancelRun(id)).toMatchObject({ state: "cancelled" });
    expect(existsSync(join(work, "tidied"))).toBe(true);
  });

  test("reports a missing command", async ({ skip }) => {
    const bench = await benchOr(skip, { agent: { command: ["no-such-agent"] } });
    bench.skill("true");
    const { row } = await runToEnd(bench);
    expect(row).toMatchObject({
      state: "failed",
      reason:
        "The command no-such-agent is not in the PATH of the run, or its directory no longer exists.",
    });
  });
});

/** In the log, stderr could appear at any position, because it has a separate pipe. */
const ONE_PIPE = "exec 2>&1";

async function boxOr(
  skip: (reason: string) => void,
  settings: object = { agent: "shell" },
): Promise<Bench & { readonly person: string }> {
  if ("missing" in probe.boxed) skip(probe.boxed.missing);
  const confinement: Confinement =
    "missing" in probe.boxed ? { level: "none", by: "process group" } : probe.boxed;
  const bench = await openBench(settings, { confinement });
  return { ...bench, person: dirname(bench.config.home) };
}

describe("a boxed run", () => {
  test("cannot read the files of the worker, the user, or other runs", async ({ skip }) => {
    const bench = await boxOr(skip);
    const { person, config } = bench;
    // No file of a program contains it, and this file only in parts.
    const canary = ["loam", "canary", "7f3a"].join("-");
    files(person, {
      ".ssh/id_ed25519": canary,
      "notes.txt": canary,
      ".git-credentials": canary,
      ".claude/projects/other.jsonl": canary,
      "worker/projects/other/file": canary,
      "worker/runs/rother.log": canary,
    });
    putSecret(bench.secrets, { key: "T", workspaceId: "", value: "a-secret", at: new Date() });
    expect(readFileSync(join(config.home, "secret.key"), "utf8")).not.toBe("");
    const hidden = [
      "worker/secret.key",
      "worker/worker.db",
      "worker/settings.json",
      "worker/projects/other/file",
      "worker/runs/rother.log",
      ".ssh/id_ed25519",
      "notes.txt",
      ".git-credentials",
      ".claude/projects/other.jsonl",
    ].map((path) => join(person, path));
    bench.skill(
      [
        ...hidden.map((path) => `cat ${path} && echo LEAKED ${path}`),
        `grep -rl "loam-can""ary-7f3a" ${person} /tmp /dev/shm /run /home /root && echo LEAKED`,
        `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/cmdline | grep -q vitest && echo LEAKED; done`,
        "true",
      ].join("\n"),
    );
    const { row, log } = await runToEnd(bench);
    expect(row).toMatchObject({ state: "succeeded" });
    expect(log).not.toContain("LEAKED");
    expect(log.match(/No such file/g)?.length).toBeGreaterThanOrEqual(hidden.length);
  });

  test("modifies only its directory", async ({ skip }) => {
    const bench = await boxOr(skip);
    const { person, config } = bench;
    const work = join(config.projectsFolder, "work");
    files(work, { "there.txt": "old" });
    files(person, { ".gitconfig": "[user]\n\tname = Ann\n" });
    bench.skill(
      [
        ONE_PIPE,
        "echo new > there.txt; echo made > made.txt; mkdir -p .loam/artifacts/$LOAM_RUN",
        "git config user.name",
        `cat ${config.skillsFolder}/job/SKILL.md | head -1`,
        `echo x >> ${config.skillsFolder}/job/SKILL.md || echo kept`,
        "echo x > ~/.gitconfig; echo x > ~/planted; echo x > /tmp/planted",
        "touch /etc/planted || echo kept",
        "unshare --user true 2> /dev/null || true",
      ].join("\n"),
    );
    const { row, log } = await runToEnd(bench, { workDir: "work" });
    expect({ ...row, log }).toMatchObject({ state: "succeeded" });
    expect(log).toMatch(/^Ann\n---$/m);
    expect(log.match(/^kept$/gm)).toHaveLength(2);
    expect(readFileSync(join(work, "there.txt"), "utf8")).toBe("new\n");
    expect(readFileSync(join(work, "made.txt"), "utf8")).toBe("made\n");
    expect(readFileSync(join(person, ".gitconfig"), "utf8")).toContain("Ann");
    expect(existsSync(join(person, "planted"))).toBe(false);
    expect(readdirSync(join(config.home, "runs"))).toEqual([`${row.id}.log`]);
  });

  test("has its agent's login and returns only a renewed one", async ({ skip }) => {
    const program = await temporaryFolder("program");
    const script = `#!/bin/sh
cat ~/.codex/auth.json ~/.codex/config.toml
echo '{"token":"renewed"}' > ~/.codex/auth.json
echo planted >> ~/.codex/config.toml
mkdir -p ~/go/shut; chmod 500 ~/go/shut ~/go
`;
    writeFileSync(join(program, "codex"), script, { mode: 0o755 });
    const codex = await boxOr(skip, { agent: { command: [join(program, "codex")] } });
    files(codex.person, { ".codex/auth.json": '{"token":"old"}', ".codex/config.toml": "a = 1\n" });
    codex.skill("true");
    const { row, log } = await runToEnd(codex);
    expect({ ...row, log }).toMatchObject({ state: "succeeded" });
    expect(log).toContain('{"token":"old"}a = 1');
    expect(readFileSync(join(codex.person, ".codex/auth.json"), "utf8")).toContain("renewed");
    expect(readFileSync(join(codex.person, ".codex/config.toml"), "utf8")).toBe("a = 1\n");
    expect(readdirSync(join(codex.config.home, "runs"))).toEqual([`${row.id}.log`]);
  });

  test("cannot make the worker read a file in place of its login", async ({ skip }) => {
    const program = await temporaryFolder("program");
    const others = await temporaryFolder("others");
    files(others, { "auth.json": '{"token":"of somebody else"}' });
    const script = `#!/bin/sh\nmv ~/.codex ~/moved && ln -s ${others} ~/.codex && echo linked\n`;
    writeFileSync(join(program, "codex"), script, { mode: 0o755 });
    const codex = await boxOr(skip, { agent: { command: [join(program, "codex")] } });
    const login = join(codex.person, ".codex/auth.json");
    files(codex.person, { ".codex/auth.json": '{"token":"own"}' });
    codex.skill("true");
    expect(await runToEnd(codex)).toMatchObject({ log: "linked\n" });
    expect(readFileSync(login, "utf8")).toBe('{"token":"own"}');
  });

  test("sees the operator's additions", async ({ skip }) => {
    const bench = await boxOr(skip, {
      agent: "shell",
      boxReadable: ["~/tools"],
      boxWritable: ["~/cache"],
    });
    files(bench.person, { "tools/rules.txt": "rules\n", "cache/old": "" });
    bench.skill(
      [
        ONE_PIPE,
        "cat ~/tools/rules.txt; echo x > ~/tools/x || echo kept; echo x > ~/cache/new",
      ].join("\n"),
    );
    const { row, log } = await runToEnd(bench);
    expect({ ...row, log }).toMatchObject({ state: "succeeded" });
    expect(log).toMatch(/^rules\n.*\nkept\n$/s);
    expect(existsSync(join(bench.person, "cache/new"))).toBe(true);
  });

  test("rejects a directory in which it would see the worker's files", async ({ skip }) => {
    const bench = await boxOr(skip);
    bench.skill("true");
    const { row } = await runToEnd(bench, { workDir: bench.person });
    expect(row).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("cannot be boxed in the directory"),
    });
  });
});

test("reads the output of a killed worker's run the same way at every level", async () => {
  const bench = await openBench();
  bench.skill("echo said");
  const { id } = await runToEnd(bench);
  expect(await readAll(bench.runner, id)).toBe("said\n");
});
