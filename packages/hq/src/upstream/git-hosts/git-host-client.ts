import { CmsError, isCmsError, parseJson } from "@loam/cms-core";
import { z } from "zod";
import type { GitHostFetch, GitHostMethod } from "./git-host-fetch.ts";

const MAX_MESSAGE = 300;

interface Call {
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * Calls the JSON API of a Git host: `GET /path`. Parts of the path are encoded.
 *
 * @throws CmsError `forge_failed` with the Git host's message, and for a response of another shape
 */
export type GitHostClient = <T>(
  call: `${GitHostMethod} /${string}`,
  shape: z.ZodType<T>,
  options?: Call,
) => Promise<T>;

interface ClientParts {
  /** Base of all paths, without a trailing slash. */
  readonly baseUrl: string;
  /** Identify HQ. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: GitHostFetch;
}

export function createGitHostClient({ baseUrl, headers, fetch }: ClientParts): GitHostClient {
  return async (call, shape, { query = {}, body } = {}) => {
    const { method, path } = partsOf(call);
    const url = new URL(`${baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url.href, {
      method,
      headers: {
        accept: "application/json",
        ...headers,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Redirects aren't followed, because the token is only for this host.
    if (response.status < 200 || response.status >= 300) {
      throw failure(response.status, messageIn(response.body));
    }
    const parsed = shape.safeParse(parseJson(response.body));
    if (parsed.success) return parsed.data;
    throw new CmsError(
      "forge_failed",
      "The Git host sent a response that HQ does not understand.",
      { cause: parsed.error },
    );
  };
}

const METHODS = ["GET", "POST", "PUT", "PATCH"] as const;

function partsOf(call: string): { readonly method: GitHostMethod; readonly path: string } {
  const method = METHODS.find((one) => call.startsWith(`${one} `)) ?? "GET";
  return { method, path: call.slice(method.length + 1) };
}

/** Runs a call and returns undefined for a missing object. */
export async function findOnGitHost<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isCmsError(error) && error.details["status"] === 404) return undefined;
    throw error;
  }
}

const text = z.string().optional().catch(undefined);
const problem = z.object({
  message: z.unknown(),
  error: z.unknown(),
  errors: z.array(z.unknown()).catch([]),
  documentation_url: text,
});

/** Returns the host's message, which can be a string, a list, or lists by field; the body if it isn't JSON. */
function messageIn(body: string): string {
  const { data } = problem.safeParse(parseJson(body));
  if (data === undefined) return body;
  const main = data.message ?? data.error ?? "";
  const details = data.errors.map((one) => JSON.stringify(one)).join(", ");
  return [
    typeof main === "string" ? main : JSON.stringify(main),
    ...(details === "" ? [] : [`: ${details}`]),
    ...(data.documentation_url === undefined ? [] : [` - ${data.documentation_url}`]),
  ].join("");
}

function failure(status: number, message: string): CmsError {
  const line = message.replaceAll(/\s+/g, " ").trim().slice(0, MAX_MESSAGE);
  const suffix = line === "" ? "" : ` (${line})`;
  return new CmsError("forge_failed", `${describeStatus(status)}${suffix}`, {
    details: { status },
  });
}

function describeStatus(status: number): string {
  if (status === 401) return "The Git host rejected the token. Set another one.";
  if (status === 403) return "The token does not have permission for the Git host's API.";
  if (status === 404) return "The Git host's API has no such repository for this token.";
  if (status === 429) return "The Git host's rate limit was reached.";
  if (status >= 500) return "The Git host does not respond correctly.";
  return "The Git host rejected a request.";
}
