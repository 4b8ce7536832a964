import { once } from "node:events";
import { createServer } from "node:http";
import { signWebhook } from "@loam/cms-core/webhook";
import { expect, onTestFinished, test, vi } from "vitest";
import { createWebhookHandler } from "./webhook-handler.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

interface Sent {
  readonly id?: string;
  readonly event?: string;
  readonly test?: true;
  readonly secret?: string;
}

function webhook({
  id = "d1",
  event = "entry.published",
  secret = SECRET,
  ...rest
}: Sent = {}): Request {
  const body = JSON.stringify({
    event,
    site_id: "s1",
    content_type: event.startsWith("entry.") ? "posts" : "",
    entry_id: event.startsWith("entry.") ? "e1" : "",
    entry_slug: "",
    occurred_at: new Date().toISOString(),
    sequence: 1,
    ...rest,
  });
  const headers = new Headers(Object.entries(signWebhook({ secret, id, body, when: new Date() })));
  return new Request("https://site.test/hook", { method: "POST", headers, body });
}

interface Builder {
  readonly url: string;
  readonly calls: { readonly path: string; readonly body: unknown; readonly headers: unknown }[];
  status: number;
}

async function builder(): Promise<Builder> {
  const calls: Builder["calls"] = [];
  const made = { url: "", calls, status: 201 };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      calls.push({ path: request.url ?? "", body: JSON.parse(text), headers: request.headers });
      response.writeHead(made.status).end();
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
  const address = server.address();
  made.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return made;
}

test("starts one build per event and invalidates cached pages of its entry", async () => {
  const build = await builder();
  const handler = createWebhookHandler({
    secret: SECRET,
    rebuild: { kind: "url", url: `${build.url}/hook/key` },
  });
  const invalidate = vi.fn<(of: { tags: string[] }) => void>();
  const cache = { invalidate };

  expect((await handler({ request: webhook(), cache })).status).toBe(200);
  expect((await handler({ request: webhook(), cache })).status).toBe(200);
  expect(build.calls).toMatchObject([{ path: "/hook/key", body: { event: "entry.published" } }]);
  expect(invalidate.mock.calls).toEqual([[{ tags: ["loam:e1", "loam:posts"] }]]);

  await handler({ request: webhook({ id: "d2", event: "site.published" }), cache });
  expect(invalidate).toHaveBeenLastCalledWith({ tags: ["loam"] });
  await handler({ request: webhook({ id: "d3", event: "entry.deleted" }), cache });
  await handler({ request: webhook({ id: "d4", test: true }), cache });
  expect(build.calls).toHaveLength(2);
});

test("starts a GitHub workflow by its event", async () => {
  const build = await builder();
  const rebuild = { kind: "github", repo: "o/r", token: "t0k", apiUrl: build.url } as const;
  const handler = createWebhookHandler({ secret: SECRET, rebuild });

  expect((await handler(webhook())).status).toBe(200);
  expect(build.calls).toMatchObject([
    {
      path: "/repos/o/r/dispatches",
      headers: { authorization: "Bearer t0k" },
      body: { event_type: "loam-publish", client_payload: { entry_id: "e1" } },
    },
  ]);
});

test("asks for redelivery if a build fails to start, without logging secrets", async () => {
  const build = await builder();
  build.status = 500;
  const logged = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const handler = createWebhookHandler({
    secret: SECRET,
    rebuild: { kind: "url", url: `${build.url}/hook/s3cret` },
  });
  expect((await handler(webhook())).status).toBe(502);
  expect(String(logged.mock.calls)).toMatch(/Could not start the build: 127.0.0.1 returned 500/);
  expect(String(logged.mock.calls)).not.toContain("s3cret");

  build.status = 200;
  expect((await handler(webhook())).status).toBe(200);
  expect(build.calls).toHaveLength(2);
});

test("starts one build for all events that arrive during a start", async () => {
  const started: string[] = [];
  const { promise: first, resolve: go } = Promise.withResolvers<void>();
  const handler = createWebhookHandler({
    secret: SECRET,
    async rebuild({ entry_id }) {
      started.push(entry_id);
      if (started.length === 1) await first;
    },
  });
  const answers = ["a", "b", "c", "d"].map(async (id) => handler(webhook({ id })));
  await expect.poll(() => started.length).toBe(1);
  go();
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect(started.length).toBeLessThanOrEqual(2);
});

test("reports a missing secret in the log and to HQ", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const answer = await createWebhookHandler({ secret: "" })(webhook());
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    code: "invalid_options",
    message: expect.stringContaining("CMS_WEBHOOK_SECRET"),
  });
  expect(String(logged.mock.calls)).toContain("CMS_WEBHOOK_SECRET");
});

test("rejects webhooks that are not from HQ", async () => {
  const rebuild = vi.fn<() => void>();
  const handler = createWebhookHandler({ secret: SECRET, rebuild });
  const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
  expect((await handler(webhook({ secret: other }))).status).toBe(401);
  expect((await handler(new Request("https://site.test/hook"))).status).toBe(405);
  const body = "x".repeat(200_000);
  expect((await handler(new Request("https://site.test", { method: "POST", body }))).status).toBe(
    413,
  );
  expect((await createWebhookHandler({ secret: "nothing" })(webhook())).status).toBe(500);
  expect(rebuild).not.toHaveBeenCalled();
});
