import { isCmsError } from "@loam/cms-core";
import { verifyWebhook, type WebhookEvent } from "@loam/cms-core/webhook";
import { type RebuildTarget, startRebuild } from "./start-rebuild.ts";

/** The used parts of the context of an Astro route. */
export interface WebhookRequest {
  readonly request: Request;
  /** Astro's route cache, if the site has one. */
  readonly cache?: { invalidate(of: { readonly tags: string[] }): unknown } | undefined;
}

export interface WebhookHandlerOptions {
  /** Secret shown by HQ when the webhook was created. @default the environment variable `CMS_WEBHOOK_SECRET` */
  readonly secret?: string;
  /** Starts a build after changes of the live site. */
  readonly rebuild?: RebuildTarget | ((event: WebhookEvent) => unknown);
  /** Called once for each event, including tests. */
  readonly onEvent?: (event: WebhookEvent) => unknown;
}

/** A route of Astro (`export const POST = …`), or of any server that provides a `Request`. */
export type WebhookHandler = (given: WebhookRequest | Request) => Promise<Response>;

const MAX_BYTES = 100_000;
/** Ids of processed deliveries. HQ redelivers if it doesn't receive the response. */
const MAX_DELIVERIES = 1000;

/**
 * Creates a handler for HQ's webhooks: verifies them, invalidates cached pages of the entry (tags `loam:…` of
 * `cacheHint`), and starts a build. Responds with 2xx when done; with any other status, HQ sends the webhook again.
 */
export function createWebhookHandler(options: WebhookHandlerOptions = {}): WebhookHandler {
  const done = new Set<string>();
  const build = coalesceCalls(options.rebuild);
  const act = async (event: WebhookEvent, cache: WebhookRequest["cache"]): Promise<void> => {
    if (changesSite(event)) {
      await cache?.invalidate({ tags: tagsOf(event) });
      await build(event);
    }
    await options.onEvent?.(event);
  };
  return async (input) => {
    const { request, cache } = input instanceof Request ? { request: input } : input;
    const event = await verifyRequest(request, options.secret);
    if (event instanceof Response) return event;
    const id = request.headers.get("webhook-id") ?? "";
    if (done.has(id)) return respond(200, "done_before");
    try {
      await act(event, cache);
    } catch (error) {
      // oxlint-disable-next-line no-console -- a route has no logger
      console.error(`[@loam/astro] ${error instanceof Error ? error.message : String(error)}`);
      return respond(502, "rebuild_failed");
    }
    recordDelivery(done, id);
    return respond(200, "done");
  };
}

/** Returns the verified event, or the error response. */
async function verifyRequest(
  request: Request,
  secret: string = process.env["CMS_WEBHOOK_SECRET"] ?? "",
): Promise<WebhookEvent | Response> {
  if (request.method !== "POST") return respond(405, "method_not_allowed", { allow: "POST" });
  if (secret === "") return missingSecretResponse();
  const body = await bodyOf(request);
  if (body === undefined) return respond(413, "too_large");
  try {
    return verifyWebhook({ secret, headers: request.headers, body });
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return respond(error.code === "invalid_signature" ? 401 : 500, error.code);
  }
}

/** Reports it in both places where people look: the site's log and HQ's list of deliveries. */
function missingSecretResponse(): Response {
  const message =
    "This site cannot verify webhooks. Set CMS_WEBHOOK_SECRET to the signing secret that HQ showed when the webhook was created.";
  // oxlint-disable-next-line no-console -- a route has no logger
  console.error(`[@loam/astro] ${message}`);
  return Response.json({ code: "invalid_options", message }, { status: 500 });
}

/** Returns whether an event changes the site. A deleted entry was unpublished before, and a test changes nothing. */
function changesSite({ event, test }: WebhookEvent): boolean {
  return test !== true && event !== "entry.deleted";
}

/** Returns the cache tags of an event: the entry and the lists of its type, or everything. */
function tagsOf({ event, entry_id, content_type }: WebhookEvent): string[] {
  const isEntry = event.startsWith("entry.") && entry_id !== "";
  return isEntry ? [`loam:${entry_id}`, `loam:${content_type}`] : ["loam"];
}

/** Events that arrive while a build is being started share the next one. */
function coalesceCalls(
  rebuild: WebhookHandlerOptions["rebuild"],
): (event: WebhookEvent) => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const start = async (event: WebhookEvent): Promise<void> => {
    if (typeof rebuild === "function") await rebuild(event);
    else if (rebuild !== undefined) await startRebuild(rebuild, event);
  };
  return async (event) => {
    if (next !== undefined) return next;
    const mine = running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start(event);
      });
    next = mine;
    running = mine;
    return mine;
  };
}

async function bodyOf(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) return undefined;
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > MAX_BYTES ? undefined : new TextDecoder().decode(bytes);
}

function recordDelivery(done: Set<string>, id: string): void {
  done.add(id);
  const [oldest] = done;
  if (done.size > MAX_DELIVERIES && oldest !== undefined) done.delete(oldest);
}

function respond(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code }, { status, headers });
}
