import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { allowSlow, requestDeadline } from "./end-connections.ts";

const DEADLINE_MS = 100;

/**
 * Sends a body in two parts, the second after the deadline. Returns the response, or nothing if the connection was cut.
 */
async function sendSlowly(path: string): Promise<string> {
  const app = express();
  app.use(requestDeadline(DEADLINE_MS));
  app.post("/slow", (request, _response, next) => {
    allowSlow(request);
    next();
  });
  app.use(async (request, response) => {
    for await (const part of request) expect(part).toBeDefined();
    response.send("all came");
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const address = server.address();
  const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => (answer += data.toString())).on("error", () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\na`,
  );
  const closed = once(socket, "close");
  await Promise.race([closed, wait(DEADLINE_MS * 5)]);
  if (!socket.closed) socket.write("b");
  await closed;
  return answer;
}

test("cuts off a request that does not arrive in time", async () => {
  expect(await sendSlowly("/")).toBe("");
});

test("lets a route lift the deadline", async () => {
  expect(await sendSlowly("/slow")).toMatch(/200 OK[^]*all came$/);
});
