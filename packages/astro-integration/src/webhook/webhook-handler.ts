import { isCmsError } from "@loam/cms-core";
import { verifyWebhook, type WebhookEvent } from "@loam/cms-core/webhook";
import { type RebuildTarget, startRebuild } from "./start-rebuild.ts";

/** What a route of Astro is given, as much as is used of it. */
export interface WebhookRequest {
  readonly request: Request;
  /** Astro's route cache, where the site has one. */
  readonly cache?: { invalidate(of: { readonly tags: string[] }): unknown } | undefined;
}

export interface WebhookHandlerOptions {
  /** As HQ showed it when the webhook was made. @default the variable `CMS_WEBHOOK_SECRET` */
  readonly secret?: string;
  /** Starts a build for what changes the live site. */
  readonly rebuild?: RebuildTarget | ((event: WebhookEvent) => unknown);
  /** Hears of each event once, also of tests. */
  readonly onEvent?: (event: WebhookEvent) => unknown;
}

/** A route of Astro (`export const POST = …`), or of any server that has a `Request`. */
export type WebhookHandler = (given: WebhookRequest | Request) => Promise<Response>;

const MAX_BYTES = 100_000;
/** Ids of deliveries that were done: HQ sends one again when it does not hear so. */
const REMEMBERED = 1000;

/**
 * Takes the webhooks of HQ: verifies them, ends what is cached of the entry (tags `loam:…` of `cacheHint`) and starts a build. It answers
 * 2xx when that is done, and anything else for HQ to send the webhook again.
 */
export function createWebhookHandler(options: WebhookHandlerOptions = {}): WebhookHandler {
  const done = new Set<string>();
  const build = oneAtATime(options.rebuild);
  const act = async (event: WebhookEvent, cache: WebhookRequest["cache"]): Promise<void> => {
    if (changesSite(event)) {
      await cache?.invalidate({ tags: tagsOf(event) });
      await build(event);
    }
    await options.onEvent?.(event);
  };
  return async (given) => {
    const { request, cache } = given instanceof Request ? { request: given } : given;
    const event = await received(request, options.secret);
    if (event instanceof Response) return event;
    const id = request.headers.get("webhook-id") ?? "";
    if (done.has(id)) return answer(200, "done_before");
    try {
      await act(event, cache);
    } catch (error) {
      // oxlint-disable-next-line no-console -- a route has no logger
      console.error(`[@loam/astro] ${error instanceof Error ? error.message : String(error)}`);
      return answer(502, "rebuild_failed");
    }
    remember(done, id);
    return answer(200, "done");
  };
}

/** The event that HQ tells, or what is answered where it is none. */
async function received(
  request: Request,
  secret: string = process.env["CMS_WEBHOOK_SECRET"] ?? "",
): Promise<WebhookEvent | Response> {
  if (request.method !== "POST") return answer(405, "method_not_allowed", { allow: "POST" });
  if (secret === "") return withoutSecret();
  const body = await bodyOf(request);
  if (body === undefined) return answer(413, "too_large");
  try {
    return verifyWebhook({ secret, headers: request.headers, body });
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return answer(error.code === "invalid_signature" ? 401 : 500, error.code);
  }
}

/** Told where each of two people looks: the log of the site, and HQ's list of deliveries. */
function withoutSecret(): Response {
  const message =
    "This site cannot verify webhooks. Set CMS_WEBHOOK_SECRET to the signing secret that HQ showed when the webhook was created.";
  // oxlint-disable-next-line no-console -- a route has no logger
  console.error(`[@loam/astro] ${message}`);
  return Response.json({ code: "invalid_options", message }, { status: 500 });
}

/** A deleted entry was taken off the site before; a test is none. */
function changesSite({ event, test }: WebhookEvent): boolean {
  return test !== true && event !== "entry.deleted";
}

/** Of an entry it and the lists of its type; of everything else all there is. */
function tagsOf({ event, entry_id, content_type }: WebhookEvent): string[] {
  const isEntry = event.startsWith("entry.") && entry_id !== "";
  return isEntry ? [`loam:${entry_id}`, `loam:${content_type}`] : ["loam"];
}

/** Events that come while a build is being started share the next one. */
function oneAtATime(
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

function remember(done: Set<string>, id: string): void {
  done.add(id);
  const [oldest] = done;
  if (done.size > REMEMBERED && oldest !== undefined) done.delete(oldest);
}

function answer(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code }, { status, headers });
}
