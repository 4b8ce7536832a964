import { once } from "node:events";
import { createServer } from "node:net";

/** Returns an unused loopback port. Prefer port 0 if the process can report its port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await server[Symbol.asyncDispose]();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}
