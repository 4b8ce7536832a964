import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig, type WorkerConfig } from "../config/worker-config.ts";
import { addMemory, readMemory } from "../memory/memory.ts";
import { queryMemory } from "../memory/query-memory.ts";
import { identifyProcess } from "../runner/process-tree.ts";
import { claimRun } from "../runner/run-claims.ts";
import { openKeyPair, sealSecret } from "../secrets/key-pair.ts";
import { openSecrets, putSecret, sessionSecrets } from "../secrets/secrets.ts";
import { putDeployment } from "../state/deployments.ts";
import { addLink, lastHandled, listLinks } from "../state/links.ts";
import { openState } from "../state/open-state.ts";
import { addRun, readRun } from "../state/runs.ts";
import { getVariable } from "../variables/worker-variables.ts";
import { sealLinkKey } from "./hq-access.ts";
import { startWorker } from "./start-worker.ts";

const WORKER = "waaaaaaaaaaaaaaaaaaa";
const WORKSPACE = "acme-id";
const RUN = "raaaaaaaaaaaaaaaaaaa";

type Json = Record<string, unknown>;

/** HQ's side of the protocol, as far as it is needed, in memory. */
class FakeHq {
  readonly answers = new Map<string, Json>();
  readonly reports: Json[] = [];
  log = "";
  queue: Json[] = [];
  live: Json[] = [];
  facts: Json = {};
  sequence = 0;
  /** Undefined: it is an older one, which does not say it. */
  variablePrecedence: string | undefined;
  revoked = false;
  isAway = false;
  /** Whoever asks is to come back in ten minutes. */
  isBusy = false;
  asked = 0;
  turnedAway = 0;
  url = "";

  async start(): Promise<void> {
    this.url = (await serve((request, response) => void this.#answer(request, response))).origin;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.isAway) {
      this.turnedAway += 1;
      return void response.socket?.destroy();
    }
    if (this.revoked || request.headers.authorization !== "Bearer loam_wrk_key") {
      return void response.writeHead(401).end('{"code":"worker_revoked"}');
    }
    this.asked += 1;
    if (this.isBusy) return void response.writeHead(503, { "retry-after": "600" }).end();
    const url = new URL(request.url ?? "", "http://hq");
    const parts = url.pathname.split("/").slice(3);
    if (parts[0] === "poll") return this.#poll(JSON.parse(body), response);
    if (parts[0] === "answers") this.answers.set(parts[1] ?? "", JSON.parse(body));
    if (parts[2] === "log") return this.#log(url, body, response);
    if (parts[0] === "runs") this.reports.push(JSON.parse(body));
    response.writeHead(204).end();
  }

  #log({ searchParams }: URL, body: string, response: ServerResponse): void {
    const end = Buffer.byteLength(this.log);
    if (Number(searchParams.get("offset")) !== end) {
      return void response.writeHead(409).end(JSON.stringify({ code: "conflict", offset: end }));
    }
    this.log += body;
    response.writeHead(204).end();
  }

  #poll(question: { acknowledged: number; facts?: Json }, response: ServerResponse): void {
    this.facts = question.facts ?? this.facts;
    this.queue = this.queue.filter(({ sequence }) => Number(sequence) > question.acknowledged);
    const commands = [...this.queue, ...this.live.splice(0)];
    const { variablePrecedence } = this;
    response.end(JSON.stringify({ commands, intervalSeconds: 0.02, variablePrecedence }));
  }

  queueUp(kind: string, body: Json): void {
    this.sequence += 1;
    const { sequence } = this;
    this.queue.push({ sequence, id: `c${sequence}`, kind, body });
  }

  async ask(kind: string, body: Json): Promise<Json> {
    const id = `live-${kind}-${this.answers.size}`;
    this.live.push({ sequence: null, id, kind, body });
    return vi.waitUntil(() => this.answers.get(id), { timeout: 60_000, interval: 5 });
  }
}

async function openBench() {
  const hq = new FakeHq();
  await hq.start();
  const folder = await temporaryFolder("link");
  const home = join(folder, "worker");
  const state = openState(home);
  onTestFinished(() => state.close());
  writeFileSync(join(home, "settings.json"), '{"agent":"shell"}');
  const config = readWorkerConfig({ HOME: folder, LOAM_WORKER_HOME: home });
  const secrets = openSecrets(config, state);
  addLink(state, {
    workerId: WORKER,
    hqUrl: hq.url,
    workspaceId: WORKSPACE,
    workspaceName: "acme",
    sealedKey: sealLinkKey(secrets.sealer, WORKER, "loam_wrk_key"),
    createdAt: new Date().toISOString(),
  });
  const messages: string[] = [];
  const startWith = async (used: WorkerConfig) => {
    const running = await startWorker(
      used,
      { PATH: process.env["PATH"] },
      {
        version: "1",
        log: (message) => void messages.push(message),
      },
    );
    onTestFinished(running.close);
    return running;
  };
  const start = async () => startWith(config);
  const skill = (script: string): void => {
    mkdirSync(join(config.skillsFolder, "job"), { recursive: true });
    const matter = "---\nname: job\ndisplay_name: Job\ndescription: Does it.\n---\n";
    writeFileSync(
      join(config.skillsFolder, "job/SKILL.md"),
      `${matter}\`\`\`sh\n${script}\n\`\`\`\n`,
    );
  };
  return { hq, state, config, secrets, messages, start, startWith, skill };
}

const ORDER = {
  id: RUN,
  skill: { name: "job", version: null },
  workspaceId: WORKSPACE,
  projectId: null,
  variables: [{ key: "WHO", value: "you", scope: "project" }],
  precedence: "worker-last",
  limits: { seconds: 60, outputBytes: 100_000 },
};

test("a run that is asked for here has the variables that win at HQ, also while HQ is away", async () => {
  const { hq, state, start, skill } = await openBench();
  skill('echo "hello {{WHO}}"');
  hq.queueUp("variable.put", { key: "WHO", value: "the worker" });
  const { worker } = await start();
  const say = async (workspaceId: string): Promise<string> => {
    const variables = new Map([["WHO", "the call"]]);
    const { id } = await worker.runner.startRun({ skill: "job", variables, workspaceId });
    await worker.runner.ended(id);
    return readFileSync(worker.runner.logPath(id), "utf8");
  };
  await expect.poll(() => hq.queue).toEqual([]);
  expect(await say(WORKSPACE)).toBe("hello the worker\n");
  hq.variablePrecedence = "workflow-last";
  await expect.poll(() => listLinks(state)[0]?.variablePrecedence).toBe("workflow-last");
  hq.isAway = true;
  expect(await say(WORKSPACE)).toBe("hello the call\n");
  expect(await say("")).toBe("hello the call\n");
});

test("a run that HQ asks for is done once and told of, its log masked", async () => {
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

test("the first run of a workflow begins only where all of its steps can run", async () => {
  const { hq, config, start, skill } = await openBench();
  skill("echo ran");
  mkdirSync(join(config.skillsFolder, "needy"));
  const requires = "requires: { env_vars: [GIVEN, ABSENT], cli_tools: [sh] }";
  const needy = `---\nname: needy\ndisplay_name: Needy\ndescription: Needs.\n${requires}\n---\n`;
  writeFileSync(join(config.skillsFolder, "needy/SKILL.md"), needy);
  const following = [{ skill: { name: "needy", version: null }, inputs: { GIVEN: "1" } }];
  hq.queueUp("run.start", { run: { ...ORDER, following } });
  await start();
  await expect
    .poll(() => hq.reports)
    .toMatchObject([
      {
        state: "refused",
        reason: "needy needs what is not here: ABSENT.",
        items: [
          { kind: "cli_tool", name: "sh", status: "ok", skill: "needy" },
          { kind: "env_var", name: "GIVEN", status: "ok", skill: "needy" },
          { kind: "env_var", name: "ABSENT", status: "missing", skill: "needy" },
        ],
      },
    ]);
  expect(hq.log).toBe("");
});

test("what is missing is told to no HQ by another workspace's secrets", async () => {
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

test("queued commands are done in order, and one that cannot be done keeps none behind it", async () => {
  const { hq, state, start, messages } = await openBench();
  hq.queueUp("variable.put", { key: "A", value: "1" });
  hq.queueUp("unheard.of", {});
  hq.queueUp("variable.put", { key: "not a name", value: "1" });
  hq.queueUp("variable.put", { key: "A", value: "2" });
  await start();
  await expect.poll(() => hq.queue).toEqual([]);
  expect(getVariable(state, "A").value).toBe("2");
  expect(lastHandled(state, WORKER)).toBe(4);
  expect(messages.join("\n")).toMatch(/unheard\.of was not done/);
});

test("a deployed project brings its MCP servers, and says which skill it could not bring", async () => {
  const { hq, config, start, messages } = await openBench();
  const manifest = { mcpServers: { docs: { command: "docs" } }, skills: ["none"] };
  hq.queueUp("deploy", { project: { id: "paaaaaaaaaaaaaaaaaaa", name: "Site", manifest } });
  await start();
  await expect.poll(() => hq.queue).toEqual([]);
  expect(JSON.parse(readFileSync(config.mcpFile, "utf8"))).toEqual({
    mcpServers: { docs: { command: "docs" } },
  });
  expect(messages.join("\n")).toMatch(/The skill none of Site is not deployed/);
});

describe("what HQ asks at once", () => {
  test("sets sealed secrets of its own workspace alone, and lists no values", async () => {
    const { hq, state, secrets, start } = await openBench();
    const { publicKey } = await openKeyPair(state, secrets.sealer);
    await start();
    const put = async (workspaceId: string, sealedFor = workspaceId) => {
      const place = { workerId: WORKER, workspaceId: sealedFor, key: "TOKEN" };
      const sealed = await sealSecret(publicKey, "canary-value", place);
      return hq.ask("secret.put", { key: "TOKEN", workspaceId, sealed });
    };
    expect(await put(WORKSPACE)).toMatchObject({ ok: true, result: { key: "TOKEN" } });
    expect(sessionSecrets(secrets, WORKSPACE).get("TOKEN")).toBe("canary-value");
    expect(await put("other")).toMatchObject({ ok: false, problem: { code: "forbidden" } });
    expect(await put("", WORKSPACE)).toMatchObject({
      ok: false,
      problem: { code: "secret_unreadable" },
    });
    putSecret(secrets, {
      key: "THEIRS",
      workspaceId: "other",
      value: "canary-value",
      at: new Date(),
    });
    expect(await hq.ask("secret.list", {})).toMatchObject({
      result: { secrets: [{ key: "TOKEN" }] },
    });
    expect(JSON.stringify([...hq.answers.values(), hq.facts])).not.toMatch(/canary|THEIRS/);
    expect(await hq.ask("secret.delete", { key: "TOKEN", workspaceId: WORKSPACE })).toMatchObject({
      result: { deleted: true },
    });
  });

  test("checks skills, and says what is not here", async () => {
    const { hq, start, skill } = await openBench();
    skill("true");
    await start();
    const skills = [
      { name: "job", version: null },
      { name: "none", version: null },
    ];
    expect(await hq.ask("check", { skills, variables: [] })).toMatchObject({
      result: {
        skills: [
          { name: "job", ready: true },
          { name: "none", ready: false },
        ],
      },
    });
    expect(await hq.ask("doctor", {})).toMatchObject({
      ok: true,
      result: { findings: expect.any(Array) },
    });
    expect(await hq.ask("unheard.of", {})).toMatchObject({ ok: false });
  });
});

describe("what HQ asks of memory and runs", () => {
  test("is told of universal entries and its own projects, as if there were no others", async () => {
    const { hq, state, secrets, start } = await openBench();
    const [own, theirs] = ["paaaaaaaaaaaaaaaaaaa", "pbbbbbbbbbbbbbbbbbbb"];
    const deployed = { name: "P", manifest: "{}", deployedAt: "2026-11-20T09:30:00.000Z" };
    putDeployment(state, { ...deployed, projectId: own, workerId: WORKER });
    putDeployment(state, { ...deployed, projectId: theirs, workerId: "other" });
    const memory = { state, secrets };
    const hidden = addMemory(memory, { content: "their plan", projectId: theirs }, new Date());
    addMemory(memory, { content: "a plan for all" }, new Date());
    await start();
    const entry = { content: "our plan", project_id: own, kind: "decision" };
    const added = await hq.ask("memory.add", { entry });
    expect(added).toMatchObject({ result: { entry: { project_id: own, kind: "decision" } } });
    const page = { search: "plan", limit: 10, offset: 0 };
    const found = await hq.ask("memory.search", { ...page, project_id: own });
    expect(found).toMatchObject({ ok: true, result: { totalCount: 2 } });
    expect(JSON.stringify(found)).not.toContain("their plan");
    for (const [kind, body] of [
      ["memory.search", { ...page, project_id: theirs }],
      ["memory.add", { entry: { content: "x", project_id: theirs } }],
      ["memory.change", { id: hidden.id, change: { content: "x" } }],
      ["memory.delete", { id: hidden.id }],
    ] as const) {
      expect(await hq.ask(kind, body)).toMatchObject({ problem: { code: "not_found" } });
    }
    expect(readMemory(state, hidden.id).content).toBe("their plan");
    const [universal] = queryMemory(state, { limit: 1, offset: 0, now: new Date() }).contents;
    const change = { id: universal?.id, change: { content: "for us", project_id: own } };
    expect(await hq.ask("memory.change", change)).toMatchObject({
      result: { entry: { content: "for us", project_id: own } },
    });
    expect(await hq.ask("memory.delete", { id: universal?.id })).toMatchObject({
      result: { deleted: true },
    });
    expect(await hq.ask("variable.list", {})).toMatchObject({ result: { variables: [] } });
  });

  test("gets the files that its runs left, but none in which a secret stands", async () => {
    const { hq, secrets, start, skill } = await openBench();
    putSecret(secrets, { key: "TOKEN", workspaceId: "", value: "canary-value", at: new Date() });
    skill(
      [
        'mkdir -p ".loam/artifacts/$LOAM_RUN/deep"',
        'echo made > ".loam/artifacts/$LOAM_RUN/deep/a.txt"',
        'echo "$TOKEN" > ".loam/artifacts/$LOAM_RUN/b.txt"',
        'ln -s /etc/hostname ".loam/artifacts/$LOAM_RUN/c.txt"',
      ].join("\n"),
    );
    hq.queueUp("run.start", { run: ORDER });
    await start();
    await vi.waitUntil(() => hq.reports.some(({ state: at }) => at === "succeeded"), 60_000);
    const runId = RUN;
    const folder = `.loam/artifacts/${RUN}`;
    expect(await hq.ask("artifact.list", { runId })).toMatchObject({
      result: { artifacts: [{ path: `${folder}/b.txt` }, { path: `${folder}/deep/a.txt` }] },
    });
    const path = `${folder}/deep/a.txt`;
    expect(await hq.ask("artifact.read", { runId, path, offset: 0 })).toEqual({
      ok: true,
      result: { content: Buffer.from("made\n").toString("base64"), byteSize: 5 },
    });
    for (const [name, code] of [
      ["b.txt", "forbidden"],
      ["c.txt", "not_found"],
      ["../../../../worker/worker.db", "not_found"],
    ] as const) {
      const asked = { runId, path: `${folder}/${name}`, offset: 0 };
      expect(await hq.ask("artifact.read", asked)).toMatchObject({ problem: { code } });
    }
  });
});

test("HQ may go away and come back: what ended meanwhile is told then", async () => {
  const { hq, start, skill, config } = await openBench();
  skill("while [ ! -e go ]; do sleep 0.02; done\necho done");
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  const { worker } = await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  hq.isAway = true;
  writeFileSync(join(config.projectsFolder, "site/go"), "");
  await expect.poll(() => worker.runner.getRun(RUN)?.state).toBe("succeeded");
  hq.isAway = false;
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
  expect(hq.log).toBe("done\n");
});

test.each([
  ["forward", "2099-01-01T00:00:00.000Z"],
  ["back", "1970-01-01T00:00:00.000Z"],
])("a clock that is set %s changes nothing of what runs, is asked or is told", async (_, time) => {
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
  const asked = hq.turnedAway;
  await expect.poll(() => hq.turnedAway).toBeGreaterThan(asked + 1);
  hq.isAway = false;
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
  expect(hq.log).toBe("done\n");
});

test("a worker that waits before it asks HQ again asks at once when somebody knocks, once a second", async () => {
  const { hq, state, start } = await openBench();
  hq.isBusy = true;
  const { knock } = await start();
  await expect.poll(() => hq.asked).toBe(1);
  knock();
  await expect.poll(() => hq.asked).toBe(2);
  hq.isBusy = false;
  hq.queueUp("variable.put", { key: "A", value: "1" });
  for (let times = 0; times < 1000; times += 1) knock();
  expect(hq.asked).toBe(2);
  await vi.waitUntil(
    () => {
      knock();
      return hq.queue.length === 0;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(getVariable(state, "A").value).toBe("1");
});

test("a worker tells HQ where it can be reached, if its operator says so", async () => {
  const { hq, config, startWith } = await openBench();
  await startWith({ ...config, url: "https://mill.example.org" });
  await expect.poll(() => hq.facts).toMatchObject({ url: "https://mill.example.org" });
});

test("a worker that was restarted tells what the one before it could not", async () => {
  const { hq, start, skill } = await openBench();
  skill("sleep 1000");
  hq.queueUp("run.start", { run: ORDER });
  const first = await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  await first.close();
  await start();
  await expect.poll(() => hq.reports.at(-1)).toMatchObject({ state: "lost" });
});

test("a run of a command that was killed beside the worker does not stay for good", async () => {
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

test("a revoked worker ends its runs and follows no more", async () => {
  const { hq, state, start, skill } = await openBench();
  skill("sleep 1000");
  hq.queueUp("run.start", { run: ORDER });
  const { worker } = await start();
  await expect.poll(() => worker.runner.getRun(RUN)?.state).toBe("running");
  hq.revoked = true;
  await expect.poll(() => worker.runner.getRun(RUN)?.state).toBe("cancelled");
  expect(listLinks(state)).toEqual([]);
});
