import { timingSafeEqual } from "node:crypto";
import { CmsError } from "../base/errors.ts";
import { parseJson } from "../base/text.ts";
import { SITE_EVENTS, type SiteEventName } from "../model/site.ts";
import { signingKey, standardSignature } from "./sign-webhook.ts";

/** Body of a webhook (specification, "Events"). A key without a value is `""`. */
export interface WebhookEvent {
  readonly event: SiteEventName;
  readonly site_id: string;
  /** API ID. */
  readonly content_type: string;
  readonly entry_id: string;
  readonly entry_slug: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly occurred_at: string;
  /**
   * Numbers the site's events in the order in which they happened, with gaps. 0 if the sending HQ doesn't number them.
   */
  readonly sequence: number;
  /** Present for a test delivery: nothing happened on the site. */
  readonly test?: true;
}

/** Headers as in `Request.headers` or `node:http`. Names in objects are lowercase. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhook {
  /** Secret as displayed when the webhook was created: `whsec_<base64>`. */
  readonly secret: string;
  readonly headers: WebhookHeaders;
  /** The raw body before any parsing. */
  readonly body: string | Uint8Array;
  /** Maximum difference between the sending time and now, in either direction. @default 300 */
  readonly toleranceSeconds?: number;
  /** @default the system's clock */
  readonly now?: () => Date;
}

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

/**
 * Returns the event in a Loam webhook after checking that it was signed recently with this secret and exactly this
 * body. Uses the headers of Standard Webhooks, because `x-cms-signature` doesn't cover the time and could be replayed.
 * An event can arrive several times, with the same `webhook-id`.
 *
 * ```ts
 * const event = verifyWebhook({ secret, headers: request.headers, body: await request.text() });
 * ```
 *
 * @throws CmsError `invalid_signature` if it cannot be trusted; `invalid` for an invalid secret
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
  const candidates = signatures.split(" ").slice(0, MAX_SIGNATURES);
  if (!candidates.some((text) => isSignature(text, wanted))) {
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

/** Compares signatures in constant time. */
function isSignature(text: string, wanted: Uint8Array): boolean {
  if (!text.startsWith("v1,")) return false;
  const actual = Buffer.from(text.slice("v1,".length), "base64");
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

function parseEvent(body: string | Uint8Array): WebhookEvent {
  const parsed = parseJson(typeof body === "string" ? body : Buffer.from(body).toString("utf8"));
  if (!isEvent(parsed)) throw refused("its body is not an event");
  return { ...parsed, sequence: parsed.sequence ?? 0 };
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
