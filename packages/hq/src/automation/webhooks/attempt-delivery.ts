import { signWebhook, type WebhookEvent } from "@loam/cms-core/webhook";
import { type Egress, egressProblem } from "../../platform/egress/egress.ts";
import type { EgressAnswer } from "../../platform/egress/send-out.ts";
import type { WebhookRow } from "../../sites/outbox/webhooks-table.ts";
import type { OpenSecrets } from "./webhook-secrets.ts";

/** A due delivery and its event. */
export interface DueDelivery {
  readonly id: string;
  readonly event: EventRow;
}

/** The recorded result of an attempt. */
export interface Attempt {
  readonly deliveryId: string;
  readonly at: Date;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly durationMs: number;
  readonly status?: number;
  readonly response?: string;
  /** Absent for a success. */
  readonly problem?: string;
  readonly retryAfterMs?: number;
}

export interface AttemptDeps {
  readonly egress: Egress;
  readonly now: () => Date;
}

const DEADLINE_MS = 15_000;
const KEPT_BYTES = 4096;
const USER_AGENT = "Loam-Webhooks/1 (+https://www.standardwebhooks.com)";

/** Sends an event once. Errors are part of the result. */
export async function attemptDelivery(
  { egress, now }: AttemptDeps,
  { id, event }: DueDelivery,
  { webhook, secrets }: { readonly webhook: WebhookRow; readonly secrets: OpenSecrets },
): Promise<Attempt> {
  const at = now();
  const body = eventBody(event);
  const requestHeaders = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    "x-cms-event": event.event,
    "x-cms-delivery": event.id,
    ...(webhook.sign === 1 && signWebhook({ ...secrets, id: event.id, when: at, body })),
  };
  const start = performance.now();
  const result = await send(egress, webhook.url, { headers: requestHeaders, body });
  const durationMs = Math.round(performance.now() - start);
  return { deliveryId: id, at, url: webhook.url, requestHeaders, durationMs, ...result(now()) };
}

type Outcome = Pick<Attempt, "status" | "response" | "problem" | "retryAfterMs">;

async function send(
  egress: Egress,
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<(now: Date) => Outcome> {
  try {
    const limits = { deadlineMs: DEADLINE_MS, maxBytes: KEPT_BYTES };
    const answer = await egress.post(url, { ...message, ...limits });
    return (now) => toOutcome(answer, now);
  } catch (error) {
    return () => ({ problem: egressProblem(error) });
  }
}

/** Only 2xx is a success. Redirects aren't followed (WHK-04). */
function toOutcome({ status, headers, body }: EgressAnswer, now: Date): Outcome {
  const seen = { status, response: body };
  if (status >= 200 && status < 300) return seen;
  const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
  const problem =
    status >= 300 && status < 400
      ? `The endpoint responded with ${status}, a redirect. Set the webhook to the URL it redirects to.`
      : `The endpoint responded with ${status}.`;
  return { ...seen, problem, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The row of an event. */
export interface EventRow {
  readonly id: string;
  readonly site_id: string;
  readonly event: string;
  readonly content_type: string;
  readonly entry_id: string;
  readonly entry_slug: string;
  readonly occurred_at: string;
  readonly sequence: number;
  readonly test: number;
}

/** Returns the body that is sent and signed: the specification's keys in its order, then additional ones. */
export function eventBody(row: EventRow): string {
  const { event, site_id, content_type, entry_id, entry_slug, occurred_at, sequence, test } = row;
  const body: Omit<WebhookEvent, "event"> & { readonly event: string } = {
    event,
    site_id,
    content_type,
    entry_id,
    entry_slug,
    occurred_at,
    sequence,
    ...(test === 1 && { test: true }),
  };
  return JSON.stringify(body);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays between a failed attempt and the next one; three days in total (contracts, 7). */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Up to 10 % in either direction, so that simultaneous failures aren't retried together. */
const JITTER = 0.1;

interface FailedTry {
  /** 1 for the first attempt. */
  readonly tries: number;
  /** From the endpoint's `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** 0 to 1. */
  readonly random: number;
}

/** Returns the delay after a failed attempt, or `undefined` after the last one. */
export function retryDelay({ tries, retryAfterMs = 0, random }: FailedTry): number | undefined {
  const delay = DELAYS_MS[tries - 1];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** Parses a `Retry-After` in seconds or as a date, in milliseconds. */
function parseRetryAfter(value: unknown, now: Date): number | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
