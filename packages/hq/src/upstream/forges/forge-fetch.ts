import { CmsError } from "@loam/cms-core";
import type { Mask } from "@loam/cms-core/mask";
import { type Egress, egressProblem } from "../../platform/egress/egress.ts";

/** As much of `fetch` as the clients of forges use. */
export type ForgeFetch = (url: string | URL, init?: ForgeInit) => Promise<Response>;

interface ForgeInit {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

const DEADLINE_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** These have no body, and `Response` takes none. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` by which HQ reaches forges: to addresses that egress judges, and along no redirect. The token is taken out
 * of answers before anybody reads them: a forge, or a proxy before it, may repeat what it was sent.
 */
export function forgeFetch(
  egress: Pick<Egress, "request">,
  { maskText }: Pick<Mask, "maskText">,
): ForgeFetch {
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
