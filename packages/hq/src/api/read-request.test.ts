import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { problemHandler } from "../platform/http/send-problem.ts";
import { createLog } from "../platform/log.ts";
import { readJsonBody } from "./read-request.ts";

/** Sends a body to a server and returns what it read, or the error code. */
async function read(
  body: Buffer,
  { type = "application/json", content = false } = {},
): Promise<unknown> {
  const app = express();
  app.post("/", async (request, response) => {
    response.json({ read: await readJsonBody(request, response, { content }) });
  });
  app.use(problemHandler(createLog("silent")));
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const headers = { "content-type": type, connection: "close" };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
  const { read: found, code } = Object(await answer.json());
  return answer.ok ? found : `${answer.status} ${code}`;
}

test.each<[string, unknown]>([
  ['{"a":"é"}', { a: "é" }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ["[1]", [1]],
  ["", undefined],
  ['{"a":', "400 invalid_request"],
])("reads the body %j as %o", async (text, expected) => {
  expect(await read(Buffer.from(text))).toEqual(expected);
});

test("rejects a body that is not UTF-8, whatever its declared charset", async () => {
  const latin = Buffer.from('{"a":"é"}', "latin1");
  expect(await read(latin)).toBe("422 invalid_unicode");
  expect(await read(latin, { type: "application/json; charset=iso-8859-1" })).toBe(
    "422 invalid_unicode",
  );
  expect(await read(Buffer.from('{"a":"é"}'), { type: "text/plain" })).toBe(
    "415 unsupported_media_type",
  );
});

test("accepts content as large as the largest escaped entry, and limits other bodies", async () => {
  const body = Buffer.from(`"${String.raw`\u00e9`.repeat(4_000_000)}"`);
  expect(await read(body, { content: true })).toHaveLength(4_000_000);
  expect(await read(body)).toBe("413 too_large");
  const more = Buffer.from(`"${"x".repeat(25_200_000)}"`);
  expect(await read(more, { content: true })).toBe("413 too_large");
});
