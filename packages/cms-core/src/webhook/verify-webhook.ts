import { timingSafeEqual } from "node:crypto";
import { CmsError } from "../base/errors.ts";
import { SITE_EVENTS, type SiteEventName } from "../model/site.ts";
import { signingKey, standardSignature } from "./sign-webhook.ts";

/** The body of a webhook (specification, "Events"). A key that an event has no value for is `""`. */
export interface WebhookEvent {
  readonly event: SiteEventName;
  readonly site_id: string;
  /** API id. */
  readonly content_type: string;
  readonly entry_id: string;
  readonly entry_slug: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly occurred_at: string;
  /**
   * Counts the events of the site in the order in which they happened; some numbers are left out. 0 where the HQ that
   * sent it counts none.
   */
  readonly sequence: number;
  /** There where a person pressed Test: nothing happened on the site. */
  readonly test?: true;
}

/** As `Request.headers` has them, or as `node:http` does. Names in objects are lower case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhook {
  /** As it was shown when the webhook was made: `whsec_<base64>`. */
  readonly secret: string;
  readonly headers: WebhookHeaders;
  /** The raw body, before anything has parsed it. */
  readonly body: string | Uint8Array;
  /** How far the time of sending may be from now, both ways. @default 300 */
  readonly toleranceSeconds?: number;
  /** @default the system's clock */
  readonly now?: () => Date;
}

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

/**
 * The event that a webhook of Loam tells, if it is one: signed with this secret, over exactly this body,
 * a short while ago. It reads the headers of Standard Webhooks, because `x-cms-signature` says nothing of
 * the time and could be sent again. One event may arrive several times: `webhook-id` is the same then.
 *
 * ```ts
 * const event = verifyWebhook({ secret, headers: request.headers, body: await request.text() });
 * ```
 *
 * @throws CmsError `invalid_signature` when it is not to be trusted; `invalid` when the secret is none
 */
export function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = TOLERANCE_SECONDS,
  now = () => new Date(),
}: VerifyWebhook): WebhookEvent {
  const key = signingKey(secret);
  const [id, timestamp, signatures] = [
    headerOf(headers, "webhook-id"),
    headerOf(headers, "webhook-timestamp"),
    headerOf(headers, "webhook-signature"),
  ];
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw refused("the webhook-id, webhook-timestamp, or webhook-signature header is missing");
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const age = Math.abs(now().getTime() / 1000 - seconds);
  if (!(age <= toleranceSeconds)) throw refused("it was sent too long ago, or a clock is wrong");
  const wanted = standardSignature(key, { id, timestamp, body });
  const given = signatures.split(" ").slice(0, MAX_SIGNATURES);
  if (!given.some((text) => isSignature(text, wanted))) {
    throw refused("it was signed with another secret, or its body was changed");
  }
  return parseEvent(body);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = isGetter(headers) ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : undefined;
}

function isGetter(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers["get"] === "function";
}

/** Compares in a time that does not depend on where they differ. */
function isSignature(text: string, wanted: Uint8Array): boolean {
  if (!text.startsWith("v1,")) return false;
  const given = Buffer.from(text.slice("v1,".length), "base64");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function parseEvent(body: string | Uint8Array): WebhookEvent {
  const parsed = parseJson(typeof body === "string" ? body : Buffer.from(body).toString("utf8"));
  if (!isEvent(parsed)) throw refused("its body is not an event");
  return { ...parsed, sequence: parsed.sequence ?? 0 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TEXTS = ["site_id", "content_type", "entry_id", "entry_slug", "occurred_at"] as const;

type EventBody = Omit<WebhookEvent, "sequence"> & Partial<Pick<WebhookEvent, "sequence">>;

function isEvent(value: unknown): value is EventBody {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    SITE_EVENTS.some((name) => name === fields.get("event")) &&
    TEXTS.every((name) => typeof fields.get(name) === "string") &&
    ["undefined", "number"].includes(typeof fields.get("sequence")) &&
    [undefined, true].some((flag) => flag === fields.get("test"))
  );
}

function refused(why: string): CmsError {
  return new CmsError("invalid_signature", `The webhook cannot be verified: ${why}.`);
}
