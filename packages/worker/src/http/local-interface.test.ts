import { mkdirSync, writeFileSync } from "node:fs";
import { request as send } from "node:http";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { readSkill } from "@loam/cms-core/skills";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig } from "../config/worker-config.ts";
import type { LogPart, Run, Runner, RunRequest } from "../runner/runner.ts";
import { temporarySecrets } from "../secrets/temporary-secrets.fixture.ts";
import { addLink, storePrecedence } from "../state/links.ts";
import { makeApiToken } from "./guard.ts";
import { startInterface } from "./local-interface.ts";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const PROJECT = "paaaaaaaaaaaaaaaaaaa";
const SKILL = `---
name: greet
display_name: Greet
description: Says hello.
requires: { env_vars: [NAME], cli_tools: [no-such-program] }
---
Hello {{NAME}}
`;

/** A runner that accepts runs and acts only when a test calls it. */
function idleRunner(): Runner & { readonly asked: RunRequest[]; readonly finish: () => void } {
  const asked: RunRequest[] = [];
  const ended = Promise.withResolvers<undefined>();
  let state: Run["state"] = "running";
  const run = (): Run => ({
    id: "raaaaaaaaaaaaaaaaaaa",
    state,
    skill: { name: "greet", version: 1 },
    workspaceId: "",
    projectId: null,
    workDir: null,
    exitCode: null,
    reason: null,
    createdAt: NOW.toISOString(),
    startedAt: null,
    endedAt: null,
    runsBefore: null,
  });
  const finish = (): void => {
    state = "succeeded";
    ended.resolve(undefined);
  };
  async function* readLog(
    _id: string,
    { from }: { readonly from: number },
  ): AsyncGenerator<LogPart> {
    if (from === 0) yield { end: 6, text: "Hello\n" };
    await ended.promise;
    yield { end: 12, text: "World\n" };
  }
  return {
    asked,
    finish,
    async startRun(request) {
      await Promise.resolve();
      asked.push(request);
      return run();
    },
    getRun: (id) => (id === run().id ? run() : undefined),
    listRuns: () => (asked.length === 0 ? [] : [run()]),
    readLog,
    async cancelRun() {
      await Promise.resolve();
      state = "cancelled";
      return run();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function openInterface() {
  const home = await temporaryFolder("worker-http");
  const secrets = await temporarySecrets();
  const environment = { HOME: home, LOAM_WORKER_URL: "https://mill.example.org/" };
  const config = { ...readWorkerConfig(environment), port: 0, allowedHosts: ["worker.local"] };
  mkdirSync(join(config.skillsFolder, "greet"), { recursive: true });
  writeFileSync(join(config.skillsFolder, "greet/SKILL.md"), SKILL);
  const runner = idleRunner();
  const faults: unknown[] = [];
  const wakeUps: Date[] = [];
  const running = await startInterface({
    config,
    secrets,
    environment: { PATH: "/nowhere" },
    runner,
    listSkills: async () => {
      await Promise.resolve();
      return [{ name: "greet", displayName: "Greet", description: "Says hello.", version: 1 }];
    },
    readSkill: async (name) => {
      await Promise.resolve();
      if (name !== "greet")
        throw new CmsError("not_found", `The skill ${name} is not on this worker.`);
      return readSkill(Buffer.from(SKILL));
    },
    diagnose: () => Promise.reject(new Error("/secret/path is broken")),
    wake: () => void wakeUps.push(NOW),
    now: () => NOW,
    log: (error) => faults.push(error),
  });
  onTestFinished(() => running.close());
  const token = makeApiToken(secrets.state);
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = { authorization: `Bearer ${token}` },
  ): Promise<Answer> {
    const answer = await fetch(`${running.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = text === "" ? undefined : JSON.parse(text);
    return { status: answer.status, body: json, headers: answer.headers };
  }
  return { ask, url: running.url, token, runner, faults, wakeUps, secrets, config };
}

describe("access", () => {
  test("requires the token, which a new one replaces", async () => {
    const { ask, token, secrets } = await openInterface();
    const none = await ask("GET", "/api/variables", undefined, {});
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(none.headers.get("content-type")).toContain("application/problem+json");
    expect(none.body).toMatchObject({ code: "invalid_api_key", status: 401 });
    const wrong = await ask("GET", "/api/nothing", undefined, {
      authorization: `Bearer ${token}x`,
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ detail: expect.stringContaining("init --new-token") });
    expect((await ask("GET", "/api/variables")).status).toBe(200);
    expect(
      JSON.stringify(secrets.state.database.prepare("SELECT * FROM identity").all()),
    ).not.toContain(token);
    makeApiToken(secrets.state);
    expect((await ask("GET", "/api/variables")).status).toBe(401);
    expect((await ask("GET", "/healthz", undefined, {})).body).toEqual({ status: "ok" });
  });

  test.for([
    [{ host: "evil.example" }, 403],
    [{ host: "127.0.0.1.evil.example:4500" }, 403],
    [{ host: "worker.local:4500" }, 200],
    [{ host: "mill.example.org" }, 200],
    [{ host: "localhost" }, 200],
    [{ host: "127.0.0.1", origin: "https://evil.example" }, 403],
    [{ host: "127.0.0.1", origin: "null" }, 403],
    [{ host: "127.0.0.1", origin: "http://localhost:3000" }, 200],
  ] as const)(
    "requires this machine's host name and rejects pages of other sites: %j",
    async ([headers, status]) => {
      const { url, token } = await openInterface();
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      send(
        `${url}/api/variables`,
        { headers: { ...headers, authorization: `Bearer ${token}` } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
          expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
        },
      ).end();
      expect(await promise).toBe(status);
    },
  );
});

test("allows waking the worker without a token and returns nothing", async () => {
  const { ask, wakeUps, url } = await openInterface();
  const response = await ask("POST", "/api/knock", undefined, {});
  expect([response.status, response.body]).toEqual([204, undefined]);
  expect(wakeUps).toHaveLength(1);
  expect((await ask("GET", "/api/knock", undefined, {})).status).toBe(405);
  const page = await fetch(`${url}/api/knock`, {
    method: "POST",
    headers: { origin: "https://evil.example" },
  });
  expect(page.status).toBe(403);
  expect(wakeUps).toHaveLength(1);
});

describe("variables", () => {
  test("are set, listed, and deleted", async () => {
    const { ask } = await openInterface();
    const updatedAt = NOW.toISOString();
    const variable = { key: "REGION", value: "eu", scope: "worker", updatedAt };
    expect((await ask("PUT", "/api/variables/REGION", { value: "eu" })).body).toEqual(variable);
    expect((await ask("GET", "/api/variables")).body).toEqual({
      variables: [variable],
      totalCount: 1,
    });
    expect((await ask("GET", "/api/variables/REGION")).body).toEqual(variable);
    expect((await ask("DELETE", "/api/variables/REGION")).status).toBe(204);
    expect((await ask("DELETE", "/api/variables/REGION")).status).toBe(404);
  });

  test.for([
    ["PUT", "/api/variables/a-b", { value: "x" }, 422, "invalid"],
    ["PUT", "/api/variables/A", { value: 1 }, 422, "invalid"],
    ["PUT", "/api/variables/A", { value: "x", other: 1 }, 422, "invalid"],
    ["PUT", "/api/variables/A", "{", 400, "invalid_request"],
    ["PUT", "/api/variables/A", { value: "x".repeat(65_537) }, 413, "too_large"],
    ["PUT", "/api/variables/A", { value: "x".repeat(400_000) }, 413, "too_large"],
    ["PUT", "/api/variables/%", { value: "x" }, 400, "invalid_request"],
    ["POST", "/api/variables", { value: "x" }, 405, "method_not_allowed"],
    ["GET", "/api/nothing", undefined, 404, "not_found"],
  ] as const)("rejects %s %s if it is invalid", async ([method, path, body, status, code]) => {
    const { ask } = await openInterface();
    const answer = await ask(method, path, body);
    expect(answer.body).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
  });
});

test("reports invalid keys of a body without repeating its values", async () => {
  const { ask } = await openInterface();
  const unknown = await ask("PUT", "/api/variables/A", { value: "x", other: 1 });
  expect(unknown.body).toMatchObject({ errors: [{ path: "other" }] });
  const cut = await ask("PUT", "/api/secrets/A", '{"value":"canary');
  expect(cut.body).toMatchObject({ detail: "The request body is not valid JSON." });
});

test("never returns the value of a secret", async () => {
  const { ask, faults } = await openInterface();
  const value = "canary-0123456789";
  const outputs = [
    await ask("PUT", "/api/secrets/TOKEN", { value, workspace_id: "w1" }),
    await ask("PUT", "/api/secrets/TOKEN", { value }),
    await ask("PUT", "/api/secrets/PATH", { value }),
    await ask("PUT", "/api/secrets/TOKEN", { value: `${value}\0` }),
    await ask("GET", "/api/secrets"),
    await ask("GET", "/api/secrets/TOKEN"),
    await ask("GET", "/api/secrets?workspace_id=w1"),
    await ask("GET", "/api/secrets?workspace_id="),
    await ask("DELETE", "/api/secrets/TOKEN?workspace_id=w1"),
    await ask("DELETE", "/api/secrets/TOKEN?workspace_id=w1"),
    await ask("DELETE", "/api/secrets/TOKEN"),
  ];
  expect(outputs.map(({ status }) => status)).toEqual([
    200, 200, 422, 422, 200, 405, 200, 200, 204, 404, 204,
  ]);
  const updatedAt = NOW.toISOString();
  expect(outputs[6]?.body).toEqual({
    secrets: [{ key: "TOKEN", workspace_id: "w1", updatedAt, masked: true }],
    totalCount: 1,
  });
  expect(outputs[7]?.body).toMatchObject({ secrets: [{ key: "TOKEN", workspace_id: "" }] });
  expect(JSON.stringify([outputs.map(({ body }) => body), faults])).not.toContain("canary");
});

test("creates, searches, updates, and deletes memory by project", async () => {
  const { ask } = await openInterface();
  const made = await ask("POST", "/api/memory", { content: "日本語の設定", project_id: PROJECT });
  expect(made.status).toBe(201);
  const address = made.headers.get("location") ?? "";
  await ask("POST", "/api/memory", { content: "universal", kind: "howto", tags: ["x"] });
  const count = async (query: string): Promise<unknown> => {
    const { status, body } = await ask("GET", `/api/memory?${query}`);
    return typeof body === "object" && body !== null && "totalCount" in body
      ? body.totalCount
      : status;
  };
  expect(await count("")).toBe(1);
  expect(await count(`search=${encodeURIComponent("設定")}`)).toBe(0);
  expect(await count(`search=${encodeURIComponent("設定")}&project_id=${PROJECT}`)).toBe(1);
  expect(await count(`project_id=${PROJECT}&kind=howto&tag=x`)).toBe(1);
  for (const wrong of ["project_id=../", "limit=101", "offset=x", "search=a&search=b", "kind=x"]) {
    expect(await count(wrong)).toBe(400);
  }
  const { body } = await ask("GET", "/api/memory?limit=1");
  expect(body).toEqual({
    contents: [
      {
        id: expect.any(String),
        project_id: null,
        content: "universal",
        kind: "howto",
        tags: ["x"],
        source: {},
        createdAt: NOW.toISOString(),
        updatedAt: NOW.toISOString(),
        expiresAt: null,
        score: 0,
      },
    ],
    totalCount: 1,
    offset: 0,
    limit: 1,
  });
  expect((await ask("PATCH", address, { project_id: null })).body).toMatchObject({
    project_id: null,
  });
  expect(await count("")).toBe(2);
  expect((await ask("DELETE", address)).status).toBe(204);
  expect((await ask("GET", address)).status).toBe(404);
});

describe("skills and runs", () => {
  test("are listed, checked, and reported with missing requirements", async () => {
    const { ask } = await openInterface();
    expect((await ask("GET", "/api/skills")).body).toMatchObject({ totalCount: 1 });
    const checked = await ask("POST", "/api/check", { skill: "greet", variables: { NAME: "x" } });
    expect(checked.body).toMatchObject({
      ready: false,
      items: [
        { kind: "cli_tool", name: "no-such-program", status: "missing" },
        { kind: "env_var", name: "NAME", status: "ok" },
      ],
    });
    expect((await ask("POST", "/api/check", { skill: "other" })).status).toBe(404);
    expect((await ask("POST", "/api/check", { skill: "../x" })).status).toBe(422);
  });

  test("are checked with the variables that take precedence at HQ", async () => {
    const { ask, secrets } = await openInterface();
    const { state } = secrets;
    addLink(state, {
      workerId: "waaaaaaaaaaaaaaaaaaa",
      hqUrl: "https://hq.example",
      workspaceId: "w1",
      workspaceName: "acme",
      sealedKey: "",
      createdAt: NOW.toISOString(),
    });
    await ask("PUT", "/api/variables/NAME", { value: "" });
    const check = async (): Promise<unknown> => {
      const body = { skill: "greet", variables: { NAME: "x" }, workspace_id: "w1" };
      return (await ask("POST", "/api/check", body)).body;
    };
    const isThere = {
      items: expect.arrayContaining([
        { kind: "env_var", name: "NAME", status: "ok", detail: expect.any(String) },
      ]),
    };
    // An empty value counts as missing, and the worker's own is empty.
    expect(await check()).not.toMatchObject(isThere);
    storePrecedence(state, "waaaaaaaaaaaaaaaaaaa", "workflow-last");
    expect(await check()).toMatchObject(isThere);
  });

  test("are started, followed from the reader's last position, and ended", async () => {
    const { ask, url, token, runner } = await openInterface();
    const variables = { NAME: "x" };
    const started = await ask("POST", "/api/runs", {
      skill: "greet",
      variables,
      workspace_id: "w1",
    });
    expect([started.status, started.body]).toEqual([202, { id: "raaaaaaaaaaaaaaaaaaa" }]);
    expect(runner.asked).toEqual([
      { skill: "greet", workspaceId: "w1", variables: new Map([["NAME", "x"]]) },
    ]);
    const address = started.headers.get("location") ?? "";
    const follow = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${url}${address}/log`, { headers: { authorization: `Bearer ${token}`, ...headers } });
    const whole = await follow({});
    const rest = await follow({ "last-event-id": "6" });
    runner.finish();
    const world = 'id: 12\nevent: log\ndata: {"text":"World\\n"}\n\n';
    const end = 'event: end\ndata: {"state":"succeeded","exitCode":null,"reason":null}\n\n';
    expect(await whole.text()).toBe(
      `id: 6\nevent: log\ndata: {"text":"Hello\\n"}\n\n${world}${end}`,
    );
    expect(await rest.text()).toBe(world + end);
    expect(whole.headers.get("content-type")).toContain("text/event-stream");
    expect((await ask("POST", `${address}/cancel`)).body).toMatchObject({ state: "cancelled" });
    expect((await ask("GET", "/api/runs")).body).toMatchObject({
      runs: [{ id: "raaaaaaaaaaaaaaaaaaa", runsBefore: null }],
      totalCount: 1,
    });
    expect((await ask("GET", "/api/runs/rother")).status).toBe(404);
    expect((await ask("GET", "/api/runs/rother/log")).status).toBe(404);
  });

  test("logs an internal error without revealing it", async () => {
    const { ask, faults } = await openInterface();
    const answer = await ask("GET", "/api/doctor");
    expect(answer.body).toMatchObject({ status: 500, code: "internal" });
    expect(JSON.stringify(answer.body)).not.toContain("/secret/path");
    expect(faults).toHaveLength(1);
  });
});
