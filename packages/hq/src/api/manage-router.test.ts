import { once } from "node:events";
import { createServer } from "node:http";
import { CmsError } from "@loam/cms-core";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { onSite } from "../people/workspaces/policies.ts";
import { testDatabase } from "../platform/db/database.fixture.ts";
import { notFound, problemHandler } from "../platform/http/send-problem.ts";
import { createLog } from "../platform/log.ts";
import { createSealer, makeSecretKey } from "../platform/secrets/sealer.ts";
import { idempotencyKeys } from "./idempotency.ts";
import type { ManageDeps, RefusedAct } from "./manage-deps.ts";
import { manageRouter } from "./manage-router.ts";
import { openApiDocument } from "./openapi.ts";
import type { Actor } from "./permissions/permissions.ts";
import { anyone, inSession, signedIn } from "./policy.ts";
import { defineRoute, nothing, type Route } from "./route.ts";

const BASE = "https://hq.example";

const session: Actor = {
  userId: "u1",
  email: "ada@example.com",
  name: "Ada",
  instanceAdmin: false,
  credential: { kind: "session", id: "x", provenAt: "2026-11-20T09:30:00.000Z" },
};
const token: Actor = { ...session, credential: { kind: "token", id: "t", scopes: [] } };

const echo = defineRoute({
  method: "post",
  path: "/echo/{word}",
  id: "echo",
  summary: "Says again what it was told",
  policy: signedIn,
  input: {
    params: z.object({ word: z.string().max(5) }),
    query: z.object({ times: z.coerce.number().int().max(9).default(1) }),
    body: z.strictObject({ loud: z.boolean() }),
  },
  audit: { event: "echo.said" },
  versioned: true,
  status: 201,
  answer: z.object({ said: z.string() }),
  handle: ({ actor, params, query, body, ifMatch }) => ({
    version: ifMatch ?? "none",
    body: { said: `${actor.name}: ${params.word.repeat(query.times)}${body.loud ? "!" : ""}` },
  }),
});
const forget = defineRoute({
  method: "delete",
  path: "/echo/{word}",
  id: "forget",
  summary: "Forgets",
  policy: inSession,
  input: {},
  answer: nothing,
  handle: () => ({ body: undefined }),
});
const open = defineRoute({
  method: "get",
  path: "/open",
  id: "open",
  summary: "For everyone",
  policy: anyone,
  input: {},
  answer: z.object({}),
  handle: () => ({ body: {} }),
});

async function serveRoutes(routes: readonly Route[], deps: Partial<ManageDeps> = {}) {
  const database = await testDatabase();
  const acts: (Omit<RefusedAct, "refused"> & { readonly refused?: string })[] = [];
  const actors = new Map([
    ["session", session],
    ["token", token],
  ]);
  const app = express();
  app.use(
    manageRouter(routes, {
      database,
      baseUrl: BASE,
      authenticate: ({ headers }) => Promise.resolve(actors.get(String(headers.authorization))),
      takeAnonymous: () => Promise.resolve(),
      requireCsrfToken: () => {},
      requireIntactDatabase: () => {},
      requireRecent: () => {},
      takeWrite: () => Promise.resolve({ giveBack: () => Promise.resolve() }),
      idempotency: idempotencyKeys(database, {
        sealer: createSealer([makeSecretKey()]),
        now: () => new Date(),
      }),
      audit: (act) => Promise.resolve(void acts.push(act)),
      announce: () => undefined,
      countRefusal: (act) => void acts.push(act),
      ...deps,
    }),
    notFound,
    problemHandler(createLog("silent")),
  );
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const ask = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { connection: "close", ...headers },
      ...(body !== undefined && { body }),
    });
  return { ask, acts };
}

const json = { "content-type": "application/json" };
const asToken = { authorization: "token", ...json };
const asSession = { authorization: "session", origin: BASE, ...json };

describe("the router of the management API", () => {
  test("passes parsed input to the handler and returns its version", async () => {
    const { ask, acts } = await serveRoutes([echo, forget]);
    const answer = await ask("POST", "/echo/hey?times=2", {
      headers: { ...asToken, "if-match": '"abc"' },
      body: '{"loud":true}',
    });
    expect([answer.status, answer.headers.get("etag"), await answer.json()]).toEqual([
      201,
      '"abc"',
      { said: "Ada: heyhey!" },
    ]);
    expect(acts).toMatchObject([{ event: "echo.said", params: { word: "hey" } }]);
  });

  test("rejects unknown keys with their paths (AUT-19)", async () => {
    const { ask, acts } = await serveRoutes([echo]);
    const answer = await ask("POST", "/echo/hey", {
      headers: asToken,
      body: '{"loud":"yes","role":"admin","id":1}',
    });
    expect(answer.status).toBe(422);
    const { errors } = z
      .object({ errors: z.array(z.object({ path: z.string() })) })
      .parse(await answer.json());
    expect(errors.map(({ path }) => path)).toEqual(["loud", "role", "id"]);
    expect(acts).toMatchObject([{ event: "echo.said" }, { refused: "invalid" }]);
  });

  test("rejects a body for a route without one (AUT-19)", async () => {
    const { ask } = await serveRoutes([echo, forget]);
    const forgetting = async (body: string, headers: Record<string, string> = asSession) =>
      ask("DELETE", "/echo/hey", { headers, body });
    const refused = await forgetting('{"all":true}');
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: "invalid", errors: [{ path: "all" }] });
    expect((await forgetting('["all"]')).status).toBe(422);
    expect((await forgetting("{}")).status).toBe(204);
    expect(
      (await forgetting("all=true", { ...asSession, "content-type": "text/plain" })).status,
    ).toBe(415);
  });

  test.each([
    ["POST", "/echo/hey?times=1&tiems=2", "Allowed: times."],
    ["GET", "/open?_method=DELETE", "This request takes no parameters."],
  ])("rejects %s %s: unknown parameter", async (method, path, message) => {
    const { ask } = await serveRoutes([echo, open]);
    const body = method === "POST" ? { body: '{"loud":true}' } : {};
    const answer = await ask(method, path, { headers: asToken, ...body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: "invalid",
      param: expect.stringMatching(/tiems|_method/),
      detail: expect.stringContaining(message),
    });
  });

  test.each([
    ["/echo/hey?times=x", "invalid_request", "times"],
    ["/echo/hey?times=1&times=2", "duplicate_parameter", "times"],
    ["/echo/longword", "invalid_request", "word"],
  ])("names the invalid parameter of %s", async (path, code, param) => {
    const { ask } = await serveRoutes([echo]);
    const answer = await ask("POST", path, { headers: asToken, body: '{"loud":true}' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code, param });
  });

  test.each([
    ["a foreign origin", { ...asSession, origin: "https://evil.example" }],
    ["no origin at all", { authorization: "session", ...json }],
    ["a cross-site fetch", { authorization: "session", ...json, "sec-fetch-site": "cross-site" }],
  ])("rejects a change that a browser sends from %s (AUT-03)", async (_from, headers) => {
    const { ask } = await serveRoutes([echo]);
    const answer = await ask("POST", "/echo/hey", { headers, body: '{"loud":true}' });
    expect(answer.status).toBe(403);
  });

  test("rejects a body of another type, even from the right origin (AUT-03)", async () => {
    const { ask } = await serveRoutes([echo]);
    const headers = { ...asSession, "content-type": "text/plain" };
    expect((await ask("POST", "/echo/hey", { headers, body: '{"loud":true}' })).status).toBe(415);
  });

  test("allows a session what it denies to a token, and records the denial", async () => {
    const { ask } = await serveRoutes([echo, forget]);
    expect((await ask("DELETE", "/echo/hey", { headers: asSession })).status).toBe(204);
    expect((await ask("DELETE", "/echo/hey", { headers: asToken })).status).toBe(403);
    expect((await ask("DELETE", "/echo/hey", { headers: { origin: BASE } })).status).toBe(401);
  });

  test("responds to unsupported methods with the supported ones", async () => {
    const { ask } = await serveRoutes([echo, forget, open]);
    const answer = await ask("PUT", "/echo/hey", { headers: asToken });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, DELETE, OPTIONS"]);
    expect((await ask("POST", "/open?_method=GET")).headers.get("allow")).toBe(
      "GET, HEAD, OPTIONS",
    );
  });

  test("does nothing if the act cannot be recorded (OPS-07)", async () => {
    const { ask } = await serveRoutes([echo], {
      audit: () => Promise.reject(new CmsError("storage_failed", "full")),
    });
    const answer = await ask("POST", "/echo/hey", { headers: asToken, body: '{"loud":true}' });
    expect(answer.status).toBe(500);
  });

  test("limits anonymous requests before processing them, and counts rejections", async () => {
    const audited: string[] = [];
    let authenticateCalls = 0;
    const watched = defineRoute({
      method: "post",
      path: "/watched",
      id: "watched",
      summary: "Says when somebody looks",
      policy: {
        rule: { kind: "anyone" },
        authorise: () => Promise.resolve(void (authenticateCalls += 1)),
      },
      input: {},
      audit: { event: "thing.watched" },
      answer: nothing,
      handle: () => ({ body: undefined }),
    });
    const { ask, acts } = await serveRoutes([watched], {
      takeAnonymous: () => Promise.reject(new CmsError("rate_limited", "Too many.")),
      audit: ({ event }) => Promise.resolve(void audited.push(event)),
    });
    const answer = await ask("POST", "/watched", { headers: { origin: BASE } });
    expect([answer.status, authenticateCalls, audited]).toEqual([429, 0, []]);
    expect(acts).toMatchObject([{ event: "thing.watched", refused: "rate_limited" }]);
    expect((await ask("POST", "/watched", { headers: asSession })).status).toBe(204);
    expect([authenticateCalls, audited]).toEqual([1, ["thing.watched"]]);
  });

  test("does not start with duplicate routes or a site policy without a site (AUT-20)", async () => {
    const lost = defineRoute({
      method: "get",
      path: "/lost",
      id: "lost",
      summary: "Says of which site it is nowhere",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({}),
      handle: () => ({ body: {} }),
    });
    await expect(serveRoutes([echo, echo])).rejects.toThrow(/defined twice/);
    await expect(serveRoutes([lost])).rejects.toThrow(/has no \{site\}/);
  });

  test("is described by a document generated from the same schemas", () => {
    const document = openApiDocument([echo, forget, open], { baseUrl: BASE });
    expect(document.openapi).toBe("3.1.1");
    expect(document.paths?.["/echo/{word}"]?.post).toMatchObject({
      operationId: "echo",
      "x-loam-policy": "signed-in",
      parameters: [
        { in: "path", name: "word", schema: { type: "string", maxLength: 5 }, required: true },
        { in: "query", name: "times", schema: { default: 1 } },
        { in: "header", name: "If-Match" },
        { in: "header", name: "Idempotency-Key" },
      ],
      requestBody: {
        content: {
          "application/json": {
            schema: { required: ["loud"], additionalProperties: false },
          },
        },
      },
    });
  });

  test("documents every path parameter as required, even if a handler doesn't need it", () => {
    const shared = defineRoute({
      method: "get",
      path: "/shared/{id}/{key}/{more}",
      id: "shared",
      summary: "Reads by a path that other routes lack",
      policy: signedIn,
      input: {
        params: z.object({
          id: z.string().max(5).optional(),
          key: z.string().exactOptional(),
          more: z.string().default(""),
        }),
      },
      answer: z.object({}),
      handle: () => ({ body: {} }),
    });
    const { paths } = openApiDocument([shared], { baseUrl: BASE });
    expect(paths?.["/shared/{id}/{key}/{more}"]?.get?.parameters).toMatchObject([
      { in: "path", name: "id", schema: { type: "string", maxLength: 5 }, required: true },
      { in: "path", name: "key", schema: { type: "string" }, required: true },
      { in: "path", name: "more", schema: { type: "string" }, required: true },
    ]);
  });

  test("documents tags, permissions, errors, times, and extensible responses", () => {
    const at = defineRoute({
      method: "get",
      path: "/tokens",
      id: "listTimes",
      summary: "Times",
      policy: signedIn,
      input: {},
      answer: z.object({ createdAt: z.string(), usedAt: z.string().nullable() }),
      handle: () => ({ body: { createdAt: "", usedAt: null } }),
    });
    const { paths = {}, tags, components } = openApiDocument([echo, at], { baseUrl: BASE });
    expect(tags?.map(({ name }) => name)).toEqual(["Account", "Other"]);
    expect(paths["/tokens"]?.get).toMatchObject({
      tags: ["Account"],
      description: "Times. Requires a session or a token.",
      responses: {
        200: {
          content: {
            "application/json": {
              schema: {
                properties: {
                  createdAt: { type: "string", format: "date-time" },
                  usedAt: { type: ["string", "null"], format: "date-time" },
                },
              },
            },
          },
        },
        401: { $ref: "#/components/responses/NotSignedIn" },
        default: { $ref: "#/components/responses/Failure" },
      },
    });
    expect(JSON.stringify(paths["/tokens"])).not.toContain("additionalProperties");
    expect(Object.keys(paths["/echo/{word}"]?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(["201", "404", "409", "412", "413", "415", "422"]),
    );
    expect(components?.responses).toHaveProperty("Stale");
  });
});
