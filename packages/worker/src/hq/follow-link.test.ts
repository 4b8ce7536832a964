import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { gitBackend } from "../../../../tests/support/git/git-backend.ts";
import { startGitServer } from "../git/git-server.fixture.ts";
import { identifyProcess } from "../runner/process-tree.ts";
import { claimRun } from "../runner/run-claims.ts";
import { newRunId } from "../runner/run-order.ts";
import { putSecret } from "../secrets/secrets.ts";
import { addLink, lastHandled, listLinks } from "../state/links.ts";
import { addRun, readRun } from "../state/runs.ts";
import { getVariable } from "../variables/worker-variables.ts";
import { sealLinkKey } from "./hq-access.ts";
import { ORDER, openBench, RUN, WORKER, WORKSPACE } from "./link-bench.fixture.ts";

test("gives a local run the variables that take precedence at HQ, also while HQ is down", async () => {
  const { hq, state, start, skill } = await openBench();
  skill('echo "hello {{WHO}}"');
  hq.queueUp("variable.put", { key: "WHO", value: "the worker" });
  const { worker } = await start();
  const runGreeting = async (workspaceId: string): Promise<string> => {
    const variables = new Map([["WHO", "the call"]]);
    const { id } = await worker.runner.startRun({ skill: "job", variables, workspaceId });
    await worker.runner.ended(id);
    return readFileSync(worker.runner.logPath(id), "utf8");
  };
  await expect.poll(() => hq.queue).toEqual([]);
  expect(await runGreeting(WORKSPACE)).toBe("hello the worker\n");
  hq.variablePrecedence = "workflow-last";
  await expect.poll(() => listLinks(state)[0]?.variablePrecedence).toBe("workflow-last");
  hq.isAway = true;
  expect(await runGreeting(WORKSPACE)).toBe("hello the call\n");
  expect(await runGreeting("")).toBe("hello the call\n");
});

test("performs a run of HQ once and reports it with a masked log", async () => {
  const { hq, start, skill, secrets, config } = await openBench();
  putSecret(secrets, {
    key: "TOKEN",
    workspaceId: WORKSPACE,
    value: "canary-value",
    at: new Date(),
  });
  skill('echo "hello {{WHO}}: $TOKEN"\necho ran >> count');
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
  expect(hq.reports.map(({ state }) => state)).toEqual(["running", "succeeded"]);
  expect(hq.log).toBe("hello you: ***\n");
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  hq.queueUp("variable.put", { key: "LAST", value: "1" });
  await expect.poll(() => hq.queue).toEqual([]);
  expect(readFileSync(join(config.projectsFolder, "site/count"), "utf8")).toBe("ran\n");
});

test("starts the first run of a workflow only if all its steps can run", async () => {
  const { hq, config, start, skill } = await openBench();
  skill("echo ran");
  mkdirSync(join(config.skillsFolder, "needy"));
  const requires = "requires: { env_vars: [GIVEN, ABSENT], cli_tools: [sh] }";
  const needy = `---\nname: needy\ndisplay_name: Needy\ndescription: Needs.\n${requires}\n---\n`;
  writeFileSync(join(config.skillsFolder, "needy/SKILL.md"), needy);
  const following = [{ skill: { name: "needy", version: null }, inputs: { GIVEN: "1" } }];
  // Values given only to the first step aren't available to the second.
  const absent = { key: "ABSENT", value: "1", scope: "workflow" };
  const variables = [...ORDER.variables, absent];
  const run = { ...ORDER, variables, workflowVariables: ORDER.variables, following };
  hq.queueUp("run.start", { run });
  await start();
  await expect
    .poll(() => hq.reports)
    .toMatchObject([
      {
        state: "refused",
        reason: "Requirements of needy are not met: ABSENT.",
        items: [
          { kind: "cli_tool", name: "sh", status: "ok", skill: "needy" },
          { kind: "env_var", name: "GIVEN", status: "ok", skill: "needy" },
          { kind: "env_var", name: "ABSENT", status: "missing", skill: "needy" },
        ],
      },
    ]);
  expect(hq.log).toBe("");
});

test("never reveals another workspace's secrets to an HQ", async () => {
  const { hq, config, secrets, start } = await openBench();
  mkdirSync(join(config.skillsFolder, "nosy"), { recursive: true });
  const nosy =
    "---\nname: nosy\ndisplay_name: N\ndescription: N.\nrequires: { env_vars: [THEIRS] }\n---\n";
  writeFileSync(join(config.skillsFolder, "nosy/SKILL.md"), nosy);
  const at = new Date();
  putSecret(secrets, { key: "THEIRS", workspaceId: "other", value: "canary-value", at });
  await start();
  const checked = await hq.ask("check", { skills: [{ name: "nosy" }], variables: [] });
  expect(checked).toMatchObject({ result: { skills: [{ name: "nosy", ready: false }] } });
  expect(JSON.stringify(checked)).not.toMatch(/other|workspace/);
});

test("runs queued commands in order and skips one that cannot succeed", async () => {
  const { hq, state, start, messages } = await openBench();
  hq.queueUp("variable.put", { key: "A", value: "1" });
  hq.queueUp("unheard.of", {});
  hq.queueUp("variable.put", { key: "not a name", value: "1" });
  hq.queueUp("variable.put", { key: "A", value: "2" });
  await start();
  await expect.poll(() => hq.queue).toEqual([]);
  expect(getVariable(state, "A").value).toBe("2");
  expect(lastHandled(state, WORKER)).toBe(4);
  expect(messages.join("\n")).toMatch(/unheard\.of from HQ failed/);
});

test("retries a deployment once the disk has space for its file", async () => {
  const { hq, config, startWith, messages } = await openBench();
  const folder = join(config.home, "later");
  const mcpFile = join(folder, ".mcp.json");
  const manifest = { mcpServers: { docs: { command: "docs" } } };
  hq.queueUp("deploy", { project: { id: "paaaaaaaaaaaaaaaaaaa", name: "Site", manifest } });
  await startWith({ ...config, mcpFile });
  await expect.poll(() => messages.join("\n")).toMatch(/cannot be written/);
  mkdirSync(folder);
  await expect.poll(() => hq.queue).toEqual([]);
  expect(JSON.parse(readFileSync(mcpFile, "utf8"))).toEqual(manifest);
});

test("deploys the MCP servers of a project and reports a skill that cannot be fetched", async () => {
  const { hq, config, start, messages } = await openBench();
  const manifest = { mcpServers: { docs: { command: "docs" } }, skills: ["none"] };
  hq.queueUp("deploy", { project: { id: "paaaaaaaaaaaaaaaaaaa", name: "Site", manifest } });
  await start();
  await expect.poll(() => hq.queue).toEqual([]);
  expect(JSON.parse(readFileSync(config.mcpFile, "utf8"))).toEqual({
    mcpServers: { docs: { command: "docs" } },
  });
  expect(messages.join("\n")).toMatch(/The skill none of Site was not deployed/);
});

test("waits to run until HQ can send the skill", async () => {
  const { hq, start } = await openBench();
  const server = await startGitServer(`git/${WORKSPACE}`);
  const matter = "---\nname: job\ndisplay_name: Job\ndescription: Does it.\n---\n";
  const main = server.store(`${matter}\`\`\`sh\necho version 3\n\`\`\`\n`);
  server.commit([["100644", main, "skills/job/SKILL.md"]]);
  server.git("tag", "job/v3", "main");
  hq.queueUp("run.start", { run: { ...ORDER, skill: { name: "job", version: 3 } } });
  const dropConnection = vi.fn<RequestListener>((_request, { socket }) => void socket?.destroy());
  hq.git = dropConnection;
  await start();
  await expect.poll(() => dropConnection.mock.calls.length).toBeGreaterThan(0);
  const root = join(server.repository, "../../..");
  hq.git = (request, response) => gitBackend(root, request, response);
  await expect.poll(() => hq.reports.at(-1)).toMatchObject({ state: "succeeded" });
  expect(hq.log).toBe("version 3\n");
});

test("fetches a run's skill from the HQ that requested the run, despite equal workspace ids", async () => {
  const { hq, state, secrets, start } = await openBench();
  const [link] = listLinks(state);
  const workerId = "wbbbbbbbbbbbbbbbbbbb";
  if (link === undefined) throw new Error("There is a registration.");
  const sealedKey = sealLinkKey(secrets.sealer, workerId, "loam_wrk_other");
  // A copy of it that is unreachable.
  const hqUrl = "http://127.0.0.1:9";
  addLink(state, { ...link, workerId, hqUrl, sealedKey, createdAt: "2026-01-01" });
  const onRequest = vi.fn<() => void>();
  hq.git = (_request, response) => {
    onRequest();
    response.writeHead(404).end();
  };
  hq.queueUp("run.start", { run: { ...ORDER, skill: { name: "job", version: 3 } } });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("failed");
  expect(onRequest).toHaveBeenCalled();
});

test("stops without waiting for the skill of a pending deployment", async () => {
  const { hq, start } = await openBench();
  const onRequest = vi.fn<() => void>();
  hq.git = onRequest;
  const project = { id: "paaaaaaaaaaaaaaaaaaa", name: "Site", manifest: { skills: ["job"] } };
  hq.queueUp("deploy", { project });
  const { close } = await start();
  await expect.poll(() => onRequest.mock.calls.length).toBe(1);
  const closed = vi.fn<() => void>();
  void close().then(closed);
  // Git itself would give up after a minute.
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test.each([
  ["forward", "2099-01-01T00:00:00.000Z"],
  ["back", "1970-01-01T00:00:00.000Z"],
])("is unaffected by a clock set %s", async (_, time) => {
  const { hq, state, start, skill, config } = await openBench();
  skill("while [ ! -e go ]; do sleep 0.02; done\necho done");
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
  hq.queueUp("variable.put", { key: "A", value: "1" });
  await expect.poll(() => hq.queue).toEqual([]);
  expect(getVariable(state, "A").value).toBe("1");
  hq.isAway = true;
  writeFileSync(join(config.projectsFolder, "site/go"), "");
  const rejectedPolls = hq.turnedAway;
  await expect.poll(() => hq.turnedAway).toBeGreaterThan(rejectedPolls + 1);
  hq.isAway = false;
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
  expect(hq.log).toBe("done\n");
});

test("polls immediately when woken while waiting, at most once per second", async () => {
  const { hq, state, start } = await openBench();
  hq.proxy = (response) => void response.writeHead(503, { "retry-after": "600" }).end();
  const { wake: knock } = await start();
  await expect.poll(() => hq.asked).toBe(1);
  knock();
  await expect.poll(() => hq.asked).toBe(2);
  hq.proxy = undefined;
  hq.queueUp("variable.put", { key: "A", value: "1" });
  for (let times = 0; times < 1000; times += 1) knock();
  expect(hq.asked).toBe(2);
  await vi.waitUntil(
    () => {
      knock();
      return hq.queue.length === 0;
    },
    { timeout: 120_000, interval: 100 },
  );
  expect(getVariable(state, "A").value).toBe("1");
});

test.each([
  ["a web page", (response: ServerResponse) => void response.end("<p>We are back soon.</p>")],
  [
    "half of a response",
    (response: ServerResponse) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write('{"commands":', () => response.destroy());
    },
  ],
])("retries after receiving %s in HQ's place and runs what waits", async (_, proxy) => {
  const { hq, state, start, messages } = await openBench();
  hq.proxy = proxy;
  hq.queueUp("variable.put", { key: "A", value: "1" });
  await start();
  await expect.poll(() => hq.asked).toBeGreaterThan(1);
  hq.proxy = undefined;
  await expect.poll(() => hq.queue).toEqual([]);
  expect(getVariable(state, "A").value).toBe("1");
  expect(messages.filter((message) => message.includes("cannot be reached"))).toHaveLength(1);
});

test("retries a deployment rejected by the disk without blocking live requests", async () => {
  const { hq, state, config, start, messages } = await openBench();
  const blocked = join(config.home, "tmp");
  writeFileSync(blocked, "");
  const manifest = { mcpServers: { docs: { command: "docs" } }, skills: ["none"] };
  hq.queueUp("deploy", { project: { id: "paaaaaaaaaaaaaaaaaaa", name: "Site", manifest } });
  hq.queueUp("variable.put", { key: "A", value: "1" });
  await start();
  await expect.poll(() => messages.join("\n")).toMatch(/EEXIST/);
  expect(await hq.ask("variable.list", {})).toMatchObject({ result: { variables: [] } });
  rmSync(blocked);
  await expect.poll(() => hq.queue).toEqual([]);
  expect(getVariable(state, "A").value).toBe("1");
});

test("ends a run left by a killed worker when HQ requests it, before other recovery", async () => {
  const { hq, state, start, skill } = await openBench();
  skill("true");
  const row = { workspaceId: WORKSPACE, workerId: WORKER, items: "[]", createdAt: "2026-11-20" };
  for (let count = 0; count < 20; count += 1) {
    const id = newRunId();
    // A killed process takes a moment to disappear.
    const child = spawn("sleep", ["1000"], { env: { ...process.env, LOAM_RUN: id } });
    onTestFinished(() => void child.kill("SIGKILL"));
    addRun(state, { ...row, id, state: "running", request: requestOf(id) });
  }
  const id = newRunId();
  addRun(state, { ...row, id, state: "queued", request: requestOf(id) });
  hq.queueUp("run.cancel", { runId: id });
  await start();
  await expect.poll(() => hq.queue).toEqual([]);
  await expect.poll(() => readRun(state, id)?.endedAt).toBeDefined();
  expect(readRun(state, id)).toMatchObject({ state: "cancelled" });
});

function requestOf(id: string): string {
  return JSON.stringify({ ...ORDER, id, projectId: undefined });
}

test("ends a run of a killed command next to the worker", async () => {
  const { state, start } = await openBench();
  await start();
  const owner = spawn("sleep", ["1000"]);
  const order = { ...ORDER, workspaceId: "", projectId: undefined };
  const [request, at] = [JSON.stringify(order), new Date().toISOString()];
  const row = { id: RUN, workspaceId: "", items: "[]", createdAt: at } as const;
  addRun(state, { ...row, state: "running", request });
  claimRun(state, RUN, identifyProcess(owner.pid ?? 0));
  owner.kill("SIGKILL");
  await expect.poll(() => readRun(state, RUN)).toMatchObject({ state: "lost" });
});

test("stops following a replaced registration and reports its run", async () => {
  const { hq, state, secrets, start, skill, config } = await openBench();
  skill("while [ ! -e go ]; do sleep 0.02; done");
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  const [link] = listLinks(state);
  if (link === undefined) throw new Error("There is a registration.");
  const workerId = "wbbbbbbbbbbbbbbbbbbb";
  const sealedKey = sealLinkKey(secrets.sealer, workerId, "loam_wrk_other");
  addLink(state, { ...link, workerId, sealedKey, createdAt: new Date().toISOString() });
  await expect.poll(() => hq.left).toBe(1);
  writeFileSync(join(config.projectsFolder, "site/go"), "");
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
});

test("ends its runs and stops following when revoked", async () => {
  const { hq, state, start, skill } = await openBench();
  skill("sleep 1000");
  hq.queueUp("run.start", { run: ORDER });
  const { worker } = await start();
  await expect.poll(() => worker.runner.getRun(RUN)?.state).toBe("running");
  hq.revoked = true;
  await expect.poll(() => worker.runner.getRun(RUN)?.state).toBe("cancelled");
  expect(listLinks(state)).toEqual([]);
});
