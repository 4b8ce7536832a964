import { once } from "node:events";
import { createServer } from "node:net";

/** A loopback port that nobody listens on now. Prefer port 0 where the program can say what it got. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await server[Symbol.asyncDispose]();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}
