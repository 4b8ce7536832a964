import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./generated/management-api.ts";

/** All routes of the management API by path, with their requests and responses. */
export type ManagementPaths = paths;

/** Schemas of the management API by name: `ManagementSchemas["Entry"]`. */
export type ManagementSchemas = components["schemas"];

/** Why a request failed. `code` is stable; `errors` lists each invalid value. */
export type Problem = ManagementSchemas["Problem"];

/** A client with one method per HTTP method. Each returns `{data, response}` or `{error, response}`. */
export type ManagementClient = Client<ManagementPaths>;

export interface ManagementClientOptions {
  /** Public URL of HQ: `https://cms.example.com`. Use `""` in HQ's own pages. */
  readonly baseUrl: string;
  /** A personal access token, `loam_pat_…`. @default the browser's session */
  readonly token?: string;
  /** Returns the session's CSRF token from `GET /session`, which is required for changes in a session. */
  readonly csrfToken?: () => string | undefined;
  /** @default the global `fetch` */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client of the management API. Paths, parameters, bodies, and responses are typed from the OpenAPI document
 * that HQ serves.
 *
 * @example
 * const hq = createManagementClient({ baseUrl: "http://127.0.0.1:4400", token });
 * const { data, error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
 *   params: { path: { site, api_id: "posts" } },
 *   body: { fields: { title: "Rain" } },
 * });
 * if (error) throw new Error(`${error.code}: ${error.detail}`);
 *
 * Errors of HQ are returned as `error`, in the problem+json format described in `docs/reference/errors.md`. An error of a proxy
 * or another server in between has the code `unexpected_answer`. A body with a `Blob` is sent as a form. Calls reject
 * only if there is no response.
 *
 * @throws TypeError for a path parameter that is empty, `.`, or `..`, which would change the route
 */
export function createManagementClient({
  baseUrl,
  token,
  csrfToken,
  fetch: send = globalThis.fetch,
}: ManagementClientOptions): ManagementClient {
  const client = createClient<ManagementPaths>({
    baseUrl: `${baseUrl.replace(/\/+$/, "")}/api/manage`,
    fetch: async (request) => readableAnswer(await send(request)),
    pathSerializer: fillPath,
    bodySerializer: printBody,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  client.use({
    onRequest({ request }) {
      const proof = csrfToken?.();
      if (proof !== undefined && request.method !== "GET") {
        request.headers.set("x-csrf-token", proof);
      }
    },
  });
  return client;
}

/** Dots are path segments even when escaped, so they cannot be a name. */
function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const given = values[name];
    const value = typeof given === "number" ? `${given}` : given;
    if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new TypeError(`${JSON.stringify(value)} cannot be the ${name} of ${path}.`);
  });
}

function printBody(body: unknown): string | FormData {
  const parts = typeof body === "object" && body !== null ? Object.entries(body) : [];
  if (!parts.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of parts) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** Converts every error response to a problem, so that its type holds whoever sent it. */
function readableAnswer(answer: Response): Response {
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status < 400 || type.startsWith("application/problem+json")) return answer;
  const { status, statusText: title } = answer;
  const detail = `This answer is not one of HQ's: ${status} ${title}`.trimEnd();
  const problem: Problem = {
    type: "about:blank",
    title,
    status,
    code: "unexpected_answer",
    detail,
    message: detail,
  };
  return new Response(JSON.stringify(problem), { status, statusText: title });
}
