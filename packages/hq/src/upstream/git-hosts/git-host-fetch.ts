import { CmsError } from "@loam/cms-core";
import type { Mask } from "@loam/cms-core/mask";
import { type Egress, egressProblem } from "../../platform/egress/egress.ts";

/** The parts of a response that the adapters use. */
interface GitHostResponse {
  readonly status: number;
  readonly body: string;
}

export type GitHostMethod = "GET" | "POST" | "PUT" | "PATCH";

/** Sends a request to a Git host. @throws CmsError `forge_failed` without a response */
export type GitHostFetch = (
  url: string,
  init: {
    readonly method: GitHostMethod;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
) => Promise<GitHostResponse>;

const DEADLINE_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Creates the `fetch` for Git hosts, which uses egress and follows no redirects. Removes the token from responses,
 * because a Git host or a proxy could echo it.
 */
export function gitHostFetch(
  egress: Pick<Egress, "request">,
  { maskText }: Pick<Mask, "maskText">,
): GitHostFetch {
  return async (url, { method, headers, body }) => {
    try {
      const answer = await egress.request(url, {
        method,
        headers: { "user-agent": "loam", ...headers },
        ...(body !== undefined && { body }),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_BYTES,
      });
      return { status: answer.status, body: maskText(answer.body) };
    } catch (cause) {
      throw new CmsError("forge_failed", maskText(egressProblem(cause)));
    }
  };
}
