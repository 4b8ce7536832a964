import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { probeIsolation } from "../../../packages/worker/src/isolation/probe-isolation.ts";
import { freePort } from "../../support/free-port.ts";
import { type AgentMachine, agentMachine } from "../../support/hq/agent-machine.ts";
import { skillText } from "../../support/hq/skill-hub.ts";

const probe = await probeIsolation(process.env["PATH"] ?? "");
const fence = "```";

/** Returns a duration that identifies its `sleep` process. */
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

interface LocalWorker {
  readonly machine: AgentMachine;
  readonly ask: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  readonly projects: string;
}

/** Creates a machine with a skill `job`, whose worker is used through its local interface. */
async function localWorker(script: string, settings: object = {}): Promise<LocalWorker> {
  const machine = await agentMachine();
  const port = await freePort();
  const file = join(machine.home, "worker/settings.json");
  writeFileSync(file, JSON.stringify({ agent: "shell", port, ...settings }));
  const { out: token } = await machine.agentCli(["worker", "init"]);
  const body = `${fence}sh\n${script}\n${fence}`;
  await machine.writeSkill("job", { "SKILL.md": skillText("job", body) });
  return {
    machine,
    projects: join(machine.home, "worker/projects"),
    async ask(method, path, asked) {
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token.trim()}` },
        ...(asked !== undefined && { body: JSON.stringify(asked) }),
      });
      return { ...JSON.parse(await answer.text()) };
    },
  };
}

async function isUp({ ask }: LocalWorker): Promise<boolean> {
  return ask("GET", "/runs").then(
    () => true,
    () => false,
  );
}

/** Starts the worker, and waits until it responds. */
async function begin(worker: LocalWorker) {
  const child = worker.machine.startWorker();
  await expect.poll(() => isUp(worker)).toBe(true);
  return child;
}

test("hidden processes of a run end with a killed worker", async ({ skip }) => {
  if ("missing" in probe.contained && "missing" in probe.boxed) skip(probe.contained.missing);
  const seconds = uniqueSeconds();
  const worker = await localWorker(
    `env -i setsid sleep ${seconds} > /dev/null 2>&1 < /dev/null &\nsleep 0.2; touch begun; sleep 1000`,
  );
  const first = await begin(worker);
  const { id } = await worker.ask("POST", "/runs", { skill: "job", workDir: "one" });
  await expect.poll(() => existsSync(join(worker.projects, "one/begun"))).toBe(true);
  expect(sleepers(seconds)).toHaveLength(1);
  first.kill("SIGKILL");
  await once(first, "exit");
  // With a namespace, before another worker starts; with a control group, by that worker.
  await begin(worker);
  await expect.poll(() => sleepers(seconds)).toEqual([]);
  await expect
    .poll(() => worker.ask("GET", `/runs/${String(id)}`))
    .toMatchObject({ state: "lost" });
  expect(readdirSync(join(worker.machine.home, "worker/runs"))).toEqual([`${String(id)}.log`]);
});

test("a repeatedly killed worker loses no queued run and starts none twice", async () => {
  const worker = await localWorker("echo ran >> ran; sleep 0.3");
  let child = await begin(worker);
  const ids: string[] = [];
  for (let run = 0; run < 10; run += 1) {
    ids.push(String((await worker.ask("POST", "/runs", { skill: "job" }))["id"]));
  }
  for (const afterMs of [50, 250, 400]) {
    await wait(afterMs);
    child.kill("SIGKILL");
    await once(child, "exit");
    child = await begin(worker);
  }
  const state = async (id: string) => (await worker.ask("GET", `/runs/${id}`))["state"];
  const states = async () => Promise.all(ids.map(state));
  const done = async () => (await states()).map((one) => (one === "lost" ? "succeeded" : one));
  await expect.poll(done).toEqual(ids.map(() => "succeeded"));
  // At most the runs that were active at each kill.
  expect((await states()).filter((one) => one === "lost").length).toBeLessThanOrEqual(6);
  const times: string[] = [];
  for (const id of ids) {
    const { startedAt } = await worker.ask("GET", `/runs/${id}`);
    // A lost run may not have started.
    if (typeof startedAt === "string") times.push(startedAt);
    const ran = join(worker.projects, "runs", id, "ran");
    // A run killed at its very start may not have started its script.
    expect(["ran\n", ""]).toContain(existsSync(ran) ? readFileSync(ran, "utf8") : "");
  }
  // In the order of the queue: two run at a time, so a run starts after the one before the previous.
  expect(times.filter((time, place) => time < (times[place - 2] ?? ""))).toEqual([]);
  expect(await worker.ask("GET", "/runs")).toEqual({ runs: [], totalCount: 0 });
});

test("a worker that can't isolate runs as required doesn't start and explains why", async () => {
  const worker = await localWorker("true", { isolation: "boxed", runPath: "/nowhere" });
  const run = await worker.machine.agentCli(["worker", "status", "--json"]);
  expect(JSON.parse(run.out)).toHaveProperty("isolation");
  const poor = await agentMachine({ PATH: "/nowhere", LOAM_WORKER_ISOLATION: "boxed" });
  const started = await poor.agentCli(["worker", "start"]);
  expect(started.code).toBe(2);
  expect(started.err).toMatch(
    /isolation is boxed, which is not available on this machine: .*bubblewrap is not installed/,
  );
});

test("status and doctor explain the isolation of runs", async () => {
  const poor = await agentMachine({ PATH: "/nowhere", LOAM_WORKER_ISOLATION: "none" });
  const status = await poor.agentCli(["worker", "status"]);
  expect(status.out).toMatch(/^Isolation: none .*including the worker's key and database/m);
  const doctor = await poor.agentCli(["worker", "doctor"]);
  expect(doctor.out).toMatch(/^info: isolation\n {2}runs are not isolated$/m);
});
