import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { readEvents } from "./event-reader.fixture.ts";
import { type EventStream, type EventStreamOptions, openEventStream } from "./event-routes.ts";

/** Serves an event stream at `/`. */
async function serve(options: EventStreamOptions) {
  const opened = Promise.withResolvers<EventStream>();
  const app = express().get("/", (_request, response) => {
    opened.resolve(openEventStream(response, options));
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { port, url: `http://127.0.0.1:${port}/`, opened: opened.promise };
}

const allowed = { authorise: () => Promise.resolve() };

test("disconnects a client that reads nothing", async () => {
  const { port, opened } = await serve({ ...allowed, maxWaitingBytes: 10_000 });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  socket.pause();
  const stream = await opened;
  const data = { text: "x".repeat(9000) };
  const sending = setInterval(() => stream.send([{ event: "entry.saved", data }]), 0);
  await stream.closed;
  clearInterval(sending);
  expect(socket.bytesRead).toBeLessThan(1_000_000);
});

test("ends an idle stream when access is lost (AUT-10)", async () => {
  let allow = true;
  const authorise = () => (allow ? Promise.resolve() : Promise.reject(new Error("no")));
  const { url, opened } = await serve({ authorise, authoriseEveryMs: 5 });
  const reader = await readEvents(url, {});
  (await opened).send([{ event: "ready", data: {} }]);
  expect(await reader.next()).toMatchObject({ event: "ready" });
  allow = false;
  expect(await reader.next()).toBeUndefined();
});

test("sends comments on an idle connection", async () => {
  const { url } = await serve({ ...allowed, heartbeatMs: 5 });
  const { body } = await fetch(url);
  let text = "";
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes("\n:\n\n:\n\n")) break;
  }
  expect(text).toBe("retry: 2000\n\n:\n\n:\n\n".slice(0, text.length));
});
