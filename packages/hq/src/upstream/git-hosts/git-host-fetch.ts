import { CmsError } from "@loam/cms-core";
import type { Mask } from "@loam/cms-core/mask";
import { type Egress, egressProblem } from "../../platform/egress/egress.ts";

/** The subset of `fetch` that Git host clients use. */
export type GitHostFetch = (url: string | URL, init?: GitHostInit) => Promise<Response>;

interface GitHostInit {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

const DEADLINE_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** Statuses without a body, for which `Response` accepts none. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates a `fetch` for Git hosts that uses egress and follows no redirects. Removes the token from responses, because
 * a Git host or a proxy could echo it.
 */
export function gitHostFetch(
  egress: Pick<Egress, "request">,
  { maskText }: Pick<Mask, "maskText">,
): GitHostFetch {
  return async (url, { method: asked = "GET", headers, body } = {}) => {
    const method = METHODS.find((one) => one === asked.toUpperCase());
    if (method === undefined) throw new CmsError("forge_failed", `HQ does not send ${asked}.`);
    try {
      const answer = await egress.request(String(url), {
        method,
        headers: plainHeaders(headers),
        ...(typeof body === "string" && { body }),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_BYTES,
      });
      const type = answer.headers["content-type"];
      return new Response(EMPTY.has(answer.status) ? null : maskText(answer.body), {
        status: answer.status,
        headers: typeof type === "string" ? { "content-type": type } : {},
      });
    } catch (cause) {
      throw new CmsError("forge_failed", maskText(egressProblem(cause)));
    }
  };
}

function plainHeaders(given: unknown): Record<string, string> {
  const entries = given instanceof Headers ? [...given] : Object.entries(Object(given));
  const plain = entries.map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { "user-agent": "loam", ...Object.fromEntries(plain) };
}
