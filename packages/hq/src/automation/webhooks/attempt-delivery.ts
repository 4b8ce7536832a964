import { signWebhook } from "@loam/cms-core/webhook";
import { type Egress, egressProblem } from "../../platform/egress/egress.ts";
import type { EgressAnswer } from "../../platform/egress/send-out.ts";
import type { WebhookRow } from "../../sites/outbox/webhooks-table.ts";
import { eventBody, type EventRow } from "./event-body.ts";
import { parseRetryAfter } from "./retry-schedule.ts";
import type { OpenSecrets } from "./webhook-secrets.ts";

/** A delivery whose time has come, and its event. */
export interface DueDelivery {
  readonly id: string;
  readonly event: EventRow;
}

/** What an attempt came to: all that is written down of it. */
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

/** Sends an event once. Whatever goes wrong on the way is part of the result. */
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
    return (now) => outcomeOf(answer, now);
  } catch (error) {
    return () => ({ problem: egressProblem(error) });
  }
}

/** Only 2xx is a success; a redirect is not followed (WHK-04). */
function outcomeOf({ status, headers, body }: EgressAnswer, now: Date): Outcome {
  const seen = { status, response: body };
  if (status >= 200 && status < 300) return seen;
  const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
  const problem =
    status >= 300 && status < 400
      ? `The receiver answered ${status}, a redirect; give the webhook the address it leads to.`
      : `The receiver answered ${status}.`;
  return { ...seen, problem, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
