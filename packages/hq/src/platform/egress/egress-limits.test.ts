import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { LOCAL, openEgress, POST, receiver } from "./egress.fixture.ts";

describe("WHK-06: a slow endpoint blocks nothing", () => {
  test.for<[string, (socket: Socket) => void]>([
    ["hangs after it accepted", () => {}],
    ["sends its head byte by byte", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-a: ")],
  ])("times out if it %s", async ([, write]) => {
    const { url, closed } = await rawReceiver(write);
    const sent = openEgress(LOCAL).post(url, { ...POST, deadlineMs: 200 });
    await expect(sent).rejects.toMatchObject({ name: "TimeoutError" });
    await closed;
  });

  test("counts as a response if it sends its body byte by byte", async () => {
    const { url, closed } = await rawReceiver((socket) => {
      drip(socket, "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
    });
    const answer = await openEgress(LOCAL).post(url, { ...POST, deadlineMs: 1500 });
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeLessThan(100);
    await closed;
  });

  test("is cut off at 4 KB if it sends without end", async () => {
    const { url, closed } = await rawReceiver((socket) => {
      socket.write("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n");
      const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", more);
      more();
    });
    const answer = await openEgress(LOCAL).post(url, POST);
    expect(answer).toMatchObject({ status: 500, body: "x".repeat(4096) });
    await closed;
  });

  test("fails if it sends endless headers", async () => {
    const { url, closed } = await rawReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x-a: ${"x".repeat(1000)}\r\n`));
      };
      socket.on("drain", more);
      more();
    });
    await expect(openEgress(LOCAL).post(url, POST)).rejects.toThrow(/header/i);
    await closed;
  });

  test("is not decompressed if it sends a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const { url } = await receiver((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const answer = await openEgress(LOCAL).post(url, POST);
    expect(Buffer.byteLength(answer.body)).toBeLessThan(4096 * 4);
    expect(answer.body).not.toContain("\0");
  });
});

/** Starts a server whose `write` sends raw data to the socket after a request. */
async function rawReceiver(write: (socket: Socket) => void): Promise<{
  readonly url: string;
  readonly closed: Promise<void>;
}> {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("close", () => closed.resolve());
    socket.once("data", () => write(socket));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/`, closed: closed.promise };
}

/** Writes a first part, then single bytes until the other side disconnects. */
function drip(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write("x"), 20);
  socket.once("close", () => clearInterval(timer));
}
