import { CmsError, ERROR_CODES, type ErrorCode } from "@loam/cms-core";
import { request, type RequestOptions } from "../request.ts";

export interface ReadApiOptions extends Pick<
  RequestOptions,
  "attempts" | "firstPauseMs" | "timeoutMs"
> {
  /** URL of HQ. */
  readonly baseUrl: string;
  readonly siteId: string;
  readonly key: string;
  /** The site's draft key, or the token of a preview. @default none, for published content */
  readonly draftKey?: string | undefined;
}

export interface ApiAnswer {
  readonly bytes: Uint8Array;
  /** `X-CMS-Snapshot`: the commit of the response. */
  readonly commit: string | undefined;
  /** Whether some references stayed `{"id"}` because there were too many. */
  readonly truncated: boolean;
  readonly etag: string | undefined;
}

export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** A site's read API. Its keys are only used in requests, never in messages. */
export interface ReadApi {
  /** `{base_url}/api/public/cms/{site_id}`, as shown in messages. */
  readonly name: string;
  /**
   * Returns the response at a path below it: `""`, `posts`, `posts/hello`; `undefined` if the entry doesn't exist.
   *
   * @throws CmsError `source_unreachable`, or the error code of HQ's response
   */
  get(path: string, parameters?: Parameters): Promise<ApiAnswer | undefined>;
  /** Like `get`, but returns `"unchanged"` if the tag is still `etag`. */
  getIfChanged(path: string, etag: string): Promise<ApiAnswer | "unchanged" | undefined>;
}

export function openReadApi(options: ReadApiOptions): ReadApi {
  const { baseUrl, siteId, key, draftKey, ...how } = options;
  const name = `${baseUrl.replace(/\/$/, "")}/api/public/cms/${encodeURIComponent(siteId)}`;
  async function ask(
    path: string,
    parameters: Parameters,
    etag?: string,
  ): Promise<ApiAnswer | "unchanged" | undefined> {
    const address = new URL(path === "" ? name : `${name}/${path}`);
    const query: Parameters = { ...parameters, draftKey };
    for (const [parameter, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(parameter, `${value}`);
    }
    const shown = path === "" ? name : `${name}/${path}`;
    const headers = { "x-cms-api-key": key, ...(etag !== undefined && { "if-none-match": etag }) };
    const answer = await request(address, { ...how, headers });
    if (answer.kind === "failed") throw unreachable(shown, answer.reason);
    const { response, bytes } = answer;
    if (response.status === 304) return "unchanged";
    if (!response.ok) {
      const problem = problemOf(bytes);
      if (problem.code === "content_not_found") return undefined;
      throw refused(shown, response.status, problem);
    }
    return {
      bytes,
      commit: response.headers.get("x-cms-snapshot") ?? undefined,
      truncated: response.headers.get("x-truncated-depth") === "true",
      etag: response.headers.get("etag") ?? undefined,
    };
  }
  return {
    name,
    async get(path, parameters = {}) {
      const answer = await ask(path, parameters);
      return answer === "unchanged" ? undefined : answer;
    },
    getIfChanged: (path, etag) => ask(path, {}, etag),
  };
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function problemOf(bytes: Uint8Array): Problem {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== "object" || value === null) return { details: {} };
    const { code, detail, param, position, field, allowed }: Record<string, unknown> = { ...value };
    return {
      ...(typeof code === "string" && { code }),
      ...(typeof detail === "string" && { detail }),
      details: { param, position, field, allowed },
    };
  } catch {
    return { details: {} };
  }
}

/** Suggestions for errors, because HQ doesn't know how the site is configured. */
const REMEDIES: Readonly<Record<string, string>> = {
  invalid_api_key: " Set CMS_READ_KEY to a read API key of this site (HQ: Delivery → API keys).",
  invalid_draft_key:
    " Set CMS_DRAFT_KEY to the site's draft key, or open the preview from HQ again.",
  site_not_found: " Correct source.siteId.",
  not_found: " Set source.baseUrl to the URL of HQ.",
};

function refused(shown: string, status: number, { code, detail, details }: Problem): CmsError {
  const known = isErrorCode(code) ? code : undefined;
  const message = detail ?? `The server returned ${status}.`;
  const remedy = REMEDIES[known ?? ""] ?? "";
  return new CmsError(known ?? "source_unreachable", `${shown}: ${message}${remedy}`, {
    details: { ...details, url: shown, status },
  });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ERROR_CODES, code);
}

function unreachable(shown: string, reason: string): CmsError {
  return new CmsError(
    "source_unreachable",
    `${shown} cannot be read: ${reason}. The content loaded earlier is kept. Check that HQ is running and that source.baseUrl is its URL.`,
    { details: { url: shown, reason } },
  );
}
