import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listLinks } from "../../../packages/worker/src/state/links.ts";
import { openState } from "../../../packages/worker/src/state/open-state.ts";
import { type AgentMachine, agentMachine } from "../../support/hq/agent-machine.ts";
import { skillText, startSkillHub, type SkillHub } from "../../support/hq/skill-hub.ts";

const WORKSPACE = "/api/manage/workspaces/main";

interface Registered {
  readonly hub: SkillHub;
  readonly machine: AgentMachine;
  readonly worker: string;
  readonly ask: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
}

/** Starts HQ with a skill `job`, and a machine registered as a worker. */
async function register(script: string): Promise<Registered> {
  const hub = await startSkillHub();
  const ask: Registered["ask"] = async (method, path, body) => {
    const options = body === undefined ? {} : { body };
    return { ...(await hub.admin.ask(method, WORKSPACE + path, options)).body };
  };
  const text = skillText("job", `\`\`\`sh\n${script}\n\`\`\``);
  await ask("POST", "/skills", { name: "job", files: [{ path: "SKILL.md", text }] });
  const made = await ask("POST", "/workers", { name: "box" });
  const machine = await agentMachine({ LOAM_HQ_URL: hub.url });
  await machine.agentCli(["worker", "init", "--agent", "shell"]);
  const registered = await machine.agentCli(
    ["worker", "register", "--json"],
    String(made["token"]),
  );
  expect(registered.err).toBe("");
  const { id, matches } = JSON.parse(registered.out);
  expect(matches).toBe(true);
  return { hub, machine, worker: String(id), ask };
}

async function runState({ ask }: Registered, id: string): Promise<unknown> {
  const { run } = await ask("GET", `/runs/${id}`);
  return run;
}

test("a worker knows HQ's variable precedence from registration", async () => {
  const { machine } = await register("true");
  const state = openState(join(machine.home, "worker"));
  onTestFinished(() => state.close());
  expect(listLinks(state)).toMatchObject([{ variablePrecedence: "worker-last" }]);
});

test("HQ runs a skill on a worker: fetched, expanded, masked, logged, and reported", async () => {
  const bench = await register('echo "hello {{WHO}}: $TOKEN"\nwc -l < "$0" > /dev/null');
  const { ask, machine, worker } = bench;
  await machine.agentCli(["secret", "set", "TOKEN"], "canary-value\n");
  await ask("PUT", "/variables/WHO", { value: "workspace" });
  machine.startWorker();
  const { id } = await ask("POST", "/runs", { skill: "job", worker });
  await expect.poll(() => runState(bench, String(id))).toMatchObject({ state: "succeeded" });
  const log = await bench.hub.admin.ask("GET", `${WORKSPACE}/runs/${String(id)}/log/text`);
  expect(JSON.stringify(log)).toContain("hello workspace: ***");
  expect(existsSync(join(machine.skillsFolder, "job/SKILL.md"))).toBe(true);
  await ask("PUT", `/workers/${worker}/variables/WHO`, { value: "worker" });
  const again = await ask("POST", "/runs", { skill: "job", worker });
  await expect
    .poll(() => runState(bench, String(again["id"])))
    .toMatchObject({ state: "succeeded" });
  const second = await bench.hub.admin.ask(
    "GET",
    `${WORKSPACE}/runs/${String(again["id"])}/log/text`,
  );
  expect(JSON.stringify(second)).toContain("hello worker: ***");
  // HQ shows what it passed, and that the worker used its own value.
  expect(await ask("GET", `/runs/${String(again["id"])}`)).toMatchObject({
    variables: [{ key: "WHO", value: "workspace", scope: "workspace" }],
    ownVariables: ["WHO"],
  });
});

test("a killed worker loses its run and runs nothing twice", async () => {
  const bench = await register("echo ran >> count\nsleep 1000");
  const { ask, machine, worker } = bench;
  const first = machine.startWorker();
  const { id } = await ask("POST", "/runs", { skill: "job", worker });
  await expect.poll(() => runState(bench, String(id))).toMatchObject({ state: "running" });
  const count = join(machine.home, "worker/projects/runs", String(id), "count");
  await expect.poll(() => existsSync(count)).toBe(true);
  first.kill("SIGKILL");
  // It doesn't have to wait for the previous worker's lease, which lasts 45 seconds.
  machine.startWorker();
  await expect.poll(() => runState(bench, String(id))).toMatchObject({ state: "lost" });
  expect(readFileSync(count, "utf8")).toBe("ran\n");
});

test("queues runs beyond two per worker, and a canceled one never runs", async () => {
  const bench = await register("until [ -e go ]; do sleep 0.05; done");
  const { ask, machine, worker } = bench;
  machine.startWorker();
  const ids: string[] = [];
  for (let run = 0; run < 5; run += 1) {
    ids.push(String((await ask("POST", "/runs", { skill: "job", worker }))["id"]));
  }
  const states = async () => {
    const runs = await Promise.all(ids.map(async (id) => ask("GET", `/runs/${id}`)));
    return runs.map(({ run }) => JSON.parse(JSON.stringify(run)).state);
  };
  const queued = ["running", "running", "queued", "queued", "queued"];
  await expect.poll(states).toEqual(queued);
  // Not those still queued at HQ: the worker has reported that they wait.
  const dispatched = async () =>
    Promise.all(ids.map(async (id) => JSON.stringify(await runState(bench, id))));
  await expect
    .poll(async () => (await dispatched()).every((run) => run.includes("dispatchedAt")))
    .toBe(true);
  expect(await states()).toEqual(queued);
  await ask("POST", `/runs/${String(ids[2])}/cancel`);
  await expect.poll(async () => (await states())[2]).toBe("cancelled");
  const projects = join(machine.home, "worker/projects/runs");
  writeFileSync(join(projects, String(ids[0]), "go"), "");
  await expect.poll(states).toEqual(["succeeded", "running", "cancelled", "running", "queued"]);
  for (const at of [1, 3]) writeFileSync(join(projects, String(ids[at]), "go"), "");
  await expect
    .poll(states)
    .toEqual(["succeeded", "succeeded", "cancelled", "succeeded", "running"]);
  expect(await runState(bench, String(ids[2]))).not.toHaveProperty("startedAt");
  writeFileSync(join(projects, String(ids[4]), "go"), "");
  await expect.poll(async () => (await states())[4]).toBe("succeeded");
});

test("a worker without a skill's requirements refuses and lists them", async () => {
  const bench = await register("true");
  const { ask, machine, worker } = bench;
  const text = skillText("needy").replace(
    "\n---\n\n",
    "\nrequires:\n  env_vars: [ABSENT_KEY]\n---\n\n",
  );
  await ask("POST", "/skills", { name: "needy", files: [{ path: "SKILL.md", text }] });
  machine.startWorker();
  const { id } = await ask("POST", "/runs", { skill: "needy", worker });
  await expect
    .poll(() => runState(bench, String(id)))
    .toMatchObject({
      state: "refused",
      items: [{ kind: "env_var", name: "ABSENT_KEY", status: "missing" }],
    });
});

test("a worker with a full disk ends the run with a note and continues with the next", async () => {
  const bench = await register("yes 0123456789abcdef | head -c 9000000\ntouch done");
  const { ask, machine, worker } = bench;
  const text = skillText("small", "```sh\necho small\n```");
  await ask("POST", "/skills", { name: "small", files: [{ path: "SKILL.md", text }] });
  const child = machine.startWorker({ maxFileKiB: 6 * 1024 });
  const { id } = await ask("POST", "/runs", { skill: "job", worker });
  await expect
    .poll(() => runState(bench, String(id)))
    .toMatchObject({
      state: "succeeded",
      exitCode: 0,
      reason: expect.stringMatching(/^The log is incomplete .*EFBIG/),
    });
  const next = await ask("POST", "/runs", { skill: "small", worker });
  await expect
    .poll(() => runState(bench, String(next["id"])))
    .toMatchObject({ state: "succeeded", exitCode: 0 });
  expect(await runState(bench, String(next["id"]))).not.toMatchObject({
    reason: expect.stringContaining("log"),
  });
  expect(child.exitCode ?? child.signalCode).toBe(null);
});
