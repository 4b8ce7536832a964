import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../server/listen.ts";

/** Longer than a process waits on a busy machine. */
const TIMEOUT_MS = 1500;
/** More than the system's buffers on both ends hold, so the server must buffer the rest. */
const LONG = Buffer.alloc(32 * 1024 * 1024, "x");

async function serve(handle: RequestListener): Promise<number> {
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    sharePort: false,
    trustedProxies: 0,
    readerTimeoutMs: TIMEOUT_MS,
  });
  onTestFinished(() => server.close());
  server.serve(handle);
  return server.port;
}

/** Opens a client that has sent a request and doesn't read the response. */
async function ask(port: number, path = "/"): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  // A reset also ends the connection.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return socket;
}

const serveLong: RequestListener = (_request, response) => {
  response.writeHead(200, { "Content-Length": LONG.length }).end(LONG);
};

test("cuts off a client that reads byte by byte, and uses little memory until then (FLT-17)", async () => {
  const cut: Promise<unknown>[] = [];
  const port = await serve((request, response) => {
    cut.push(once(response, "close"));
    serveLong(request, response);
  });
  const before = process.memoryUsage();
  const readers = await Promise.all(Array.from({ length: 20 }, () => ask(port)));
  const reading = setInterval(() => {
    for (const reader of readers) reader.read(1);
  }, 20);
  onTestFinished(() => clearInterval(reading));
  await expect.poll(() => cut.length).toBe(readers.length);
  const held = process.memoryUsage();
  expect(held.external - before.external).toBeLessThan(LONG.length);
  await Promise.all(cut);
  await Promise.all(
    readers.map(async (reader) => {
      reader.resume();
      if (!reader.closed) await once(reader, "close");
      expect(reader.bytesRead).toBeLessThan(LONG.length);
    }),
  );
});

test("sends the whole response to a client that keeps reading, however slowly", async () => {
  const port = await serve(serveLong);
  const reader = await ask(port);
  let bytes = 0;
  let pauses = 0;
  reader.on("data", (part: Buffer) => {
    bytes += part.length;
    // Twenty pauses, which together exceed the timeout for a client that reads nothing.
    if (bytes < (LONG.length / 20) * pauses) return;
    pauses += 1;
    reader.pause();
    setTimeout(() => reader.resume(), TIMEOUT_MS / 10);
  });
  reader.resume();
  await once(reader, "close");
  expect(bytes).toBeGreaterThan(LONG.length);
  expect(pauses).toBeGreaterThan(10);
});

test("does not cut off a client while a slow response is created", async () => {
  const port = await serve((_request, response) => {
    response.write("first ");
    void wait(TIMEOUT_MS * 2).then(() => response.end("last"));
  });
  const reader = await ask(port);
  let text = "";
  reader.on("data", (part: Buffer) => (text += part.toString()));
  reader.resume();
  await once(reader, "close");
  expect(text).toContain("last");
});
