import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../server/listen.ts";
import { clientAddress } from "./client-address.ts";

/** Returns the client address seen by a server behind this many proxies. */
async function addressBehind(
  trustedProxies: number,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const at = { host: "127.0.0.1", port: 0, sharePort: false };
  const server = await listen({ ...at, trustedProxies });
  onTestFinished(() => server.close());
  server.serve((request, response) => response.end(clientAddress(request)));
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { headers });
  return response.text();
}

test.for([
  [0, "203.0.113.9", "127.0.0.1"],
  [1, "203.0.113.9", "203.0.113.9"],
  [1, "6.6.6.6, 203.0.113.9", "203.0.113.9"],
  [2, "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  [2, "6.6.6.6,2001:db8::1 , 10.0.0.2", "2001:db8::1"],
  [1, "203.0.113.9, unknown", "127.0.0.1"],
  [1, "", "127.0.0.1"],
] as const)(
  "sees, behind %i proxies with X-Forwarded-For: %s, the client %s (LIM-05)",
  async ([proxies, forwarded, address]) => {
    expect(await addressBehind(proxies, { "x-forwarded-for": forwarded })).toBe(address);
  },
);

test("ignores other headers (LIM-05)", async () => {
  const headers = { forwarded: "for=6.6.6.6", "x-real-ip": "6.6.6.6", "x-client-ip": "6.6.6.6" };
  expect(await addressBehind(1, headers)).toBe("127.0.0.1");
});
