import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { allowsFraming } from "./preview-check-route.ts";

const HQ = "https://hq.example";

test.each([
  [{}, true],
  [{ "x-frame-options": "DENY" }, false],
  [{ "x-frame-options": "sameorigin" }, false],
  [{ "content-security-policy": "default-src 'self'" }, true],
  [{ "content-security-policy": "frame-ancestors 'none'" }, false],
  [{ "content-security-policy": "frame-ancestors 'self'" }, false],
  [{ "content-security-policy": "img-src *; Frame-Ancestors https://hq.example/" }, true],
  [{ "content-security-policy": "frame-ancestors hq.example https:" }, true],
  [{ "content-security-policy": "frame-ancestors https://*.example" }, true],
  [{ "content-security-policy": "frame-ancestors http://*.example" }, false],
  [{ "content-security-policy": "frame-ancestors https://other.example" }, false],
  [{ "content-security-policy": ["frame-ancestors *", "frame-ancestors 'none'"] }, false],
  [{ "content-security-policy": "frame-ancestors *", "x-frame-options": "DENY" }, true],
])("allows framing a page with the headers %o: %s", (headers, may) => {
  expect(allowsFraming(headers, HQ)).toBe(may);
});

test("checks a URL only for admins and never connects to private networks", async () => {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  const server = createServer((_request, response) => response.end("secret")).listen(
    0,
    "127.0.0.1",
  );
  onTestFinished(async () => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  const asked = await hq.ask("POST", "/preview-check", { body: { url } });
  expect(asked).toMatchObject({
    status: 200,
    body: { problem: expect.stringContaining("not on the public internet") },
  });
  const local = await hq.ask("POST", "/preview-check", {
    body: { url: "http://localhost:4321/_loam/preview" },
  });
  expect(local).toMatchObject({
    status: 200,
    body: { problem: "The URL points to this machine or a private network." },
  });
  for (const text of ["javascript:alert(1)", "file:///etc/passwd", "https://a:b@example.com/"]) {
    const { status } = await hq.ask("POST", "/preview-check", { body: { url: text } });
    expect([text, status]).toEqual([text, 422]);
  }
  const { status } = await hq.ask("POST", "/preview-check", { as: "editor", body: { url } });
  expect(status).toBe(403);
});

test("connects to a page in a network that the operator allows", async () => {
  const hq = await startSiteApi({ LOAM_WEBHOOK_ALLOW: "127.0.0.0/8" });
  onTestFinished(() => hq.close());
  const server = createServer((_request, response) => {
    response.writeHead(404, { "X-Frame-Options": "DENY" }).end("none");
  }).listen(0, "127.0.0.1");
  onTestFinished(async () => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  const { body } = await hq.ask("POST", "/preview-check", { body: { url } });
  expect(body).toEqual({ status: 404, framed: false });
});
