import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../../tests/support/temporary-folder.ts";
import { parseConfig } from "../../platform/config/config.ts";
import { openHq } from "../../platform/hq.ts";
import { problemHandler } from "../../platform/http/send-problem.ts";
import { createLog } from "../../platform/log.ts";
import { listen } from "../../server/listen.ts";
import { CommandServer, type RunCommand } from "./command-routes.ts";
import { type CommandBody, readMessages } from "./messages.ts";

const READER_TIMEOUT_MS = 500;

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** IP address of the client. */
  readonly from?: string;
}

/** Serves commands that `run` runs. */
async function serve(run: RunCommand) {
  const folder = await temporaryFolder();
  const opened = await openHq(parseConfig({ LOAM_DATA: folder }, folder));
  onTestFinished(() => opened.close());
  const commands = new CommandServer(run);
  onTestFinished(() => commands.close());
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    sharePort: false,
    trustedProxies: 0,
    readerTimeoutMs: READER_TIMEOUT_MS,
  });
  onTestFinished(() => server.close());
  const app = express().use("/api/commands", commands.routes);
  server.serve(app.use(problemHandler(createLog("silent"))));
  commands.open({ localUrl: `http://127.0.0.1:${server.port}`, hq: opened });
  const { token } = JSON.parse(readFileSync(opened.paths.server, "utf8"));
  const send = async (sent: Sent): Promise<IncomingMessage> => {
    const { method = "POST", path = "", headers, body, from: localAddress } = sent;
    const request = httpRequest(`http://127.0.0.1:${server.port}/api/commands${path}`, {
      method,
      agent: false,
      localAddress,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        ...headers,
      },
    });
    onTestFinished(() => void request.destroy());
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(request, "response");
    return response;
  };
  return { commands, send };
}

function listSites(more: Partial<CommandBody> = {}): CommandBody {
  return { id: randomUUID(), args: ["site", "list"], folder: "/", asks: false, ...more };
}

/** An IP address of this machine that other machines use. */
const EXTERNAL = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

test("runs a command only for requests with the token from this machine, without a proxy", async () => {
  const ran: (readonly string[])[] = [];
  const { commands, send } = await serve(async (args, { out, folder }) => {
    ran.push(args);
    out(`in ${folder}\u2028\n`);
    return 3;
  });
  const body = listSites({ folder: "/tmp" });
  const answer = await send({ body });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
  const messages = await Array.fromAsync(readMessages(answer));
  expect(messages).toEqual([
    { kind: "out", text: "in /tmp\u2028\n" },
    { kind: "exit", code: 3 },
  ]);

  const refused: readonly Sent[] = [
    { body, headers: { authorization: "" } },
    { body, headers: { authorization: `Bearer loam_cmd_${"a".repeat(10)}_${"b".repeat(52)}` } },
    { body, headers: { "x-forwarded-for": "203.0.113.9" } },
    { body, headers: { forwarded: "for=127.0.0.1" } },
    { body, headers: { via: "1.1 proxy" } },
    { method: "DELETE", path: `/${body.id}`, headers: { authorization: "Bearer x" } },
    { path: `/${body.id}/answer`, body: { text: "yes" }, headers: { authorization: "Bearer x" } },
    ...(EXTERNAL === undefined ? [] : [{ body, from: EXTERNAL }]),
  ];
  for (const sent of refused) {
    const { statusCode } = await send(sent);
    expect([sent.headers ?? sent.from, statusCode]).toEqual([sent.headers ?? sent.from, 404]);
  }
  await commands.close();
  expect((await send({ body })).statusCode).toBe(404);
  expect(ran).toEqual([["site", "list"]]);
});

test("rejects requests that are not from hq", async () => {
  const { send } = await serve(() => Promise.resolve(0));
  const status = async (sent: Sent) => (await send(sent)).statusCode;
  for (const body of [
    {},
    { ...listSites(), folder: "here" },
    { ...listSites(), args: [1] },
    { ...listSites(), id: "../x" },
  ]) {
    expect(await status({ body })).toBe(400);
  }
  expect(await status({ body: listSites(), headers: { "content-type": "text/plain" } })).toBe(415);
  const long = "x".repeat(30 * 1024 * 1024);
  expect(await status({ body: listSites({ args: [long] }) })).toBe(413);
  expect(await status({ path: `/${randomUUID()}/answer`, body: { text: null } })).toBe(404);
});

test("asks the client, and stops the command when the client wants to or disconnects", async () => {
  const ends: unknown[] = [];
  const { send } = await serve(async (_args, { ask, out }) => {
    try {
      out(`${await ask?.("Name?")}\n${await ask?.("Password:", { hidden: true })}\n`);
    } catch (error) {
      ends.push(error instanceof Error ? error.message : error);
    }
    return 0;
  });
  const start = async () => {
    const body = listSites({ asks: true });
    const response = await send({ body });
    return { id: body.id, response, messages: readMessages(response) };
  };
  const answered = await start();
  const next = async () => (await answered.messages.next()).value;
  for (const [question, hidden, answer] of [
    ["Name?", false, "Ada"],
    ["Password:", true, null],
  ] as const) {
    expect(await next()).toEqual({ kind: "ask", question, hidden });
    const sent = { path: `/${answered.id}/answer`, body: { text: answer } };
    expect((await send(sent)).statusCode).toBe(204);
  }
  expect(await next()).toEqual({ kind: "out", text: "Ada\nundefined\n" });

  const stopped = await start();
  await stopped.messages.next();
  expect((await send({ method: "DELETE", path: `/${stopped.id}` })).statusCode).toBe(204);
  expect(await Array.fromAsync(stopped.messages)).toEqual([{ kind: "exit", code: 0 }]);
  const left = await start();
  await left.messages.next();
  left.response.destroy();
  await expect
    .poll(() => ends)
    .toEqual(["The command was stopped.", "The client of this command disconnected."]);
});

const LONG = Buffer.alloc(16 * 1024 * 1024, "x");

async function* piecesOfLong(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < LONG.length; at += 65_536) yield LONG.subarray(at, at + 65_536);
}

test("waits for a user who pauses the output", async () => {
  const { send } = await serve(async (_args, { pipe }) => {
    await pipe(piecesOfLong());
    return 0;
  });
  const response = await send({ body: listSites() });
  await wait(READER_TIMEOUT_MS * 3);
  const all = await text(response);
  expect(all).toMatch(/"exit","code":0\}\n$/);
  expect(all.length).toBeGreaterThan(LONG.length);
});
