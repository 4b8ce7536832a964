import type { WebhookEvent } from "@loam/cms-core/webhook";
import { request } from "../source/request.ts";

/** Target that builds the site. */
export type RebuildTarget =
  /** A URL that starts a build on POST: deploy hooks of Netlify, Vercel, Cloudflare, and others. */
  | { readonly kind: "url"; readonly url: string }
  /** A GitHub Actions workflow with `on: repository_dispatch`. */
  | {
      readonly kind: "github";
      /** `owner/name`. */
      readonly repo: string;
      /** Token with write access to the contents of that repository only. */
      readonly token: string;
      /** @default "loam-publish" */
      readonly event?: string;
      /** @default "https://api.github.com" */
      readonly apiUrl?: string;
    };

/** A single attempt: if it fails, HQ retries the webhook for up to three days. */
const ATTEMPTS = 1;
const TIMEOUT_MS = 10_000;

/**
 * Starts a build.
 *
 * @throws Error with the response's status, but without the URL of a hook or a token, which are secret
 */
export async function startRebuild(target: RebuildTarget, event: WebhookEvent): Promise<void> {
  const { address, headers, body } = callOf(target, event);
  const answer = await request(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    attempts: ATTEMPTS,
    timeoutMs: TIMEOUT_MS,
  });
  if (answer.kind === "answered" && answer.response.ok) return;
  const why = answer.kind === "failed" ? answer.reason : `returned ${answer.response.status}`;
  throw new Error(`Could not start the build: ${address.hostname} ${why}.`);
}

interface Call {
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

function callOf(target: RebuildTarget, event: WebhookEvent): Call {
  if (target.kind === "url") return { address: new URL(target.url), headers: {}, body: event };
  const { repo, token, event: name = "loam-publish", apiUrl = "https://api.github.com" } = target;
  return {
    address: new URL(`${apiUrl}/repos/${repo}/dispatches`),
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "user-agent": "loam-astro",
    },
    body: { event_type: name, client_payload: event },
  };
}
