import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type ListeningServer, listen } from "../../server/listen.ts";

async function start(): Promise<ListeningServer> {
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    sharePort: false,
    trustedProxies: 0,
    headersTimeoutMs: 500,
  });
  onTestFinished(() => server.close());
  return server;
}

/** Sends raw bytes and returns the whole response. */
async function send({ port }: ListeningServer, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  return text(socket);
}

test.for([
  ["an unknown method", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "invalid_request"],
  ["not valid HTTP", "hello\r\n\r\n", 400, "invalid_request"],
  [
    "large headers",
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(500_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  ["headers that never end", "GET / HTTP/1.1\r\nHost: x\r\nX: ", 408, "request_timeout"],
] as const)("responds to %s with a problem", async ([, bytes, status, code]) => {
  const answer = await send(await start(), bytes);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain("Content-Type: application/problem+json");
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toMatchObject({ status, code });
});

test("does not mix errors after a request into the response in progress", async () => {
  const server = await start();
  server.serve((_request, response) => {
    response.writeHead(200, { "Content-Length": "4" }).write("ab");
  });
  const socket = connect(server.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (part) => {
    answer += String(part);
    if (answer.endsWith("ab")) socket.write("FOO\r\n\r\n");
  });
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*ab$/);
});
