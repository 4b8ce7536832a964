import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./management-api.ts";

/** Every route of the management API by its path, with what it reads and answers. */
export type ManagementPaths = paths;

/** What the management API answers, by name: `ManagementSchemas["Entry"]`. */
export type ManagementSchemas = components["schemas"];

/** Why a request was refused or failed; `code` is stable, `errors` names each value that is wrong. */
export type Problem = ManagementSchemas["Problem"];

/** One method per HTTP method; each answers `{data, response}` or `{error, response}`. */
export type ManagementClient = Client<ManagementPaths>;

export interface ManagementClientOptions {
  /** Where people reach HQ: `https://cms.example.com`. In its own pages `""` is enough. */
  readonly baseUrl: string;
  /** A personal access token, `loam_pat_…`. Without one, the session of the browser is used. */
  readonly token?: string;
  /** The session's CSRF token, as `GET /session` answers it: a change in a session needs it. */
  readonly csrfToken?: () => string | undefined;
  /** @default the global one */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the management API. Paths, parameters, bodies and answers are typed from the OpenAPI
 * document that HQ serves.
 *
 * @example
 * const hq = createManagementClient({ baseUrl: "http://127.0.0.1:4400", token });
 * const { data, error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
 *   params: { path: { site, api_id: "posts" } },
 *   body: { fields: { title: "Rain" } },
 * });
 * if (error) throw new Error(`${error.code}: ${error.detail}`);
 *
 * What HQ refuses is returned as `error`, problem+json as `docs/reference/errors.md` lists it. An error from
 * something between here and HQ, such as a proxy, has the code `unexpected_answer`. A body with a
 * `Blob` is sent as a form. Calls reject only where no answer came.
 *
 * @throws TypeError for a part of a path that is empty, `.` or `..`, which would name another route
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

/** Dots are steps in a path, also when they are escaped; so they cannot be a name. */
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

/** Makes a problem of every error, so that its type holds whoever answered. */
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
