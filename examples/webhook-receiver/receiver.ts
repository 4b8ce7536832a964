/**
 * Receives Loam webhooks and prints the events. Start it with the secret displayed when the webhook was created:
 * `CMS_WEBHOOK_SECRET=whsec_… npm start -w examples/webhook-receiver`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isCmsError } from "@loam/cms-core";
import { verifyWebhook, type WebhookEvent } from "@loam/cms-core/webhook";

const { CMS_WEBHOOK_SECRET: secret = "", PORT: port = "4402" } = process.env;
const MAX_BYTES = 100_000;
/** Handled events, kept in memory. A real receiver would use its database. */
const done = new Set<string>();

createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    const isRefused = isCmsError(error) && error.code === "invalid_signature";
    console.error(error instanceof Error ? error.message : error);
    // HQ retries on any status other than 2xx, for up to three days.
    response.writeHead(isRefused ? 401 : 500).end();
  });
}).listen(Number(port), "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${port}/`));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const event = verifyWebhook({ secret, headers: request.headers, body: await readBody(request) });
  const id = String(request.headers["webhook-id"]);
  if (!done.has(id)) {
    act(event);
    done.add(id);
  }
  response.writeHead(204).end();
}

/** Returns the raw bytes, which the signature covers. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) break;
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error("The body is too large.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A real receiver would start a build, clear a cache, or update a search index here. */
function act({ event, test, content_type, entry_slug, occurred_at }: WebhookEvent): void {
  const subject = [content_type, entry_slug].filter((part) => part !== "").join("/");
  console.log([occurred_at, event, subject, test === true ? "(test)" : ""].join(" ").trim());
}
