import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "./listen.ts";

const MOST = 3;

async function startServer(): Promise<number> {
  const server = createServer((_request, response) => response.end("answered"));
  limitConnections(server, MOST);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Opens a connection and gets one response, or returns `undefined` if it was closed instead. */
async function open(port: number): Promise<Socket | undefined> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const answered = await Promise.race([
    once(socket, "data").then(() => true),
    once(socket, "close").then(() => false),
  ]);
  return answered ? socket : undefined;
}

test("closes a connection above the limit of an IP address until another one ends (OPS-04)", async () => {
  const port = await startServer();
  const held = await Promise.all(Array.from({ length: MOST }, async () => open(port)));
  expect(held).not.toContain(undefined);
  expect(await open(port)).toBeUndefined();
  expect(await open(port)).toBeUndefined();
  held[0]?.destroy();
  await expect.poll(() => open(port)).toBeDefined();
});
