import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { setContentHost } from "../store/content-host.ts";
import { findHost } from "./server-host.ts";

const INDEX = {
  site: { id: "s1", name: "Site" },
  generatedFrom: "0".repeat(40),
  contentTypes: [],
};

test("shows the previous content while the source does not answer", async () => {
  let answers = true;
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (answers) response.end(JSON.stringify(INDEX));
  }).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
    setContentHost(undefined);
    vi.restoreAllMocks();
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const options = { source: { kind: "files", url: `http://127.0.0.1:${port}/s1` } };
  const host = findHost(options, () => undefined);
  const read = await host.content();

  answers = false;
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 60_000);
  const before = requests;
  expect(await host.content()).toBe(read);
  expect(await host.content()).toBe(read);
  // The first attempt to read more is still pending.
  expect(requests - before).toBe(1);
});
