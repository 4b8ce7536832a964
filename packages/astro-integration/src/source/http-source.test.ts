import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { httpSource } from "./http-source.ts";

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/s1`;
}

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test("downloads a small file again only if it changed", async () => {
  const conditions: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    conditions.push(request.headers["if-none-match"]);
    response.writeHead(request.headers["if-none-match"] === '"1"' ? 304 : 200, { etag: '"1"' });
    response.end(request.headers["if-none-match"] ? undefined : request.url);
  });
  const source = httpSource(url);

  expect(text(await source.read("api/index.json"))).toBe("/s1/api/index.json");
  expect(text(await source.read("api/index.json"))).toBe("/s1/api/index.json");
  expect(conditions).toEqual([undefined, '"1"']);
});

test("retries after server errors", async () => {
  let answers = 0;
  const url = await serve((_, response) => {
    answers += 1;
    response.writeHead(answers < 3 ? 503 : 200).end("{}");
  });

  expect(text(await httpSource(url, { firstPauseMs: 1 }).read("api/index.json"))).toBe("{}");
  expect(answers).toBe(3);
});

test("distinguishes a missing file from an unreachable one", async () => {
  const url = await serve((request, response) => {
    response.writeHead(request.url?.endsWith("secret.json") ? 403 : 404).end();
  });
  const source = httpSource(url, { firstPauseMs: 1 });

  expect(await source.read("api/posts/_index.json")).toBeUndefined();
  await expect(source.read("api/secret.json")).rejects.toMatchObject({
    code: "source_unreachable",
    message: expect.stringContaining("returned 403"),
  });
});

test("times out when a server hangs", async () => {
  const url = await serve(() => undefined);
  const source = httpSource(url, { firstPauseMs: 1, timeoutMs: 30 });

  await expect(source.read("api/index.json")).rejects.toMatchObject({
    code: "source_unreachable",
    message: expect.stringContaining("4 attempts"),
  });
});

test("rejects a truncated body", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("{");
    setImmediate(() => response.destroy());
  });

  await expect(httpSource(url, { firstPauseMs: 1 }).read("api/index.json")).rejects.toMatchObject({
    code: "source_unreachable",
  });
});
