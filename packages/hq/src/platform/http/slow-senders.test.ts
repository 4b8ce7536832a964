import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../server/listen.ts";

const CONNECTIONS = 200;

test("cuts off senders that never finish their headers without delaying others (OPS-04)", async () => {
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    sharePort: false,
    trustedProxies: 0,
    headersTimeoutMs: 500,
  });
  onTestFinished(() => server.close());
  server.serve((_request, response) => response.end("answered"));
  const open = Array.from({ length: CONNECTIONS }, (_, number): Socket => {
    const socket = connect(server.port, "127.0.0.1").resume();
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    // Half of them send nothing at all.
    if (number % 2 === 0) socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: a");
    return socket;
  });
  const ended = open.map((socket) => once(socket, "close"));
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, {
    headers: { connection: "close" },
  });
  expect(await answer.text()).toBe("answered");
  await Promise.all(ended);
});
