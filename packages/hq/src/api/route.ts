import type { Request, Response } from "express";
import { z } from "zod";
import type { Caller, Policy, PolicyRule } from "./policy.ts";
import { parseInput, type RawInput } from "./read-request.ts";
import type { SiteChange } from "./site-changes.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Whether a request with this method changes nothing. */
export function isSafe({ method }: { readonly method: Method }): boolean {
  return method === "get";
}

/**
 * Schemas of `params`, `query`, and `body`. Bodies are strict objects, so that unknown keys are rejected (AUT-19). Path
 * parameters that only the policy reads have no schema.
 */
export type InputShape = Readonly<Record<string, z.ZodType>>;

type Input<I extends InputShape> = z.output<z.ZodObject<I>>;

/** A JSON response. */
export interface Reply<Body> {
  readonly body: Body;
  /** The version of the returned object, such as a blob id, without quotes. */
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Whether no commit was made. Such a request doesn't count as a write. */
  readonly unchanged?: boolean;
  /** The user, for a route without authentication: known only afterwards. */
  readonly by?: AuditedPerson;
  /** Whether this was the first half of an act. The request for the second half is recorded. */
  readonly isHalf?: boolean;
}

/** A user in the audit log. */
export interface AuditedPerson {
  readonly userId: string;
  /** Absent for a user who acted through a link. */
  readonly credential?: { readonly kind: "session" | "token"; readonly id: string };
}

/** What is recorded for a sensitive action, whether allowed or denied. */
interface AuditSpec {
  /** `<object>.<action>`: `read-key.created`. */
  readonly event: string;
  /** Keys of the body that briefly identify the target. Never a key that could contain a secret. */
  readonly names?: readonly string[];
}

interface RouteHead<Context, I extends InputShape> {
  readonly method: Method;
  /** Path below `/api/manage` in OpenAPI syntax: `/sites/{site}/types/{type}`. */
  readonly path: string;
  /** Unique name of the operation, camelCase: `listEntries`. */
  readonly id: string;
  /** Verb + object, without a full stop. Further sentences appear only in the description. */
  readonly summary: string;
  readonly policy: Policy<Context>;
  readonly input: I;
  /** Parts of a `multipart/form-data` body, for the document. The handler streams it. */
  readonly form?: z.ZodObject;
  /** Media type of a body that is neither JSON nor a form. The handler streams it. */
  readonly receives?: string;
  /** Whether its body contains files and can be large. @default true for routes of a site */
  readonly large?: boolean;
  /** Headers that the handler reads, for the document. */
  readonly headers?: z.ZodObject;
  /** Present for actions recorded in the audit log. */
  readonly audit?: AuditSpec;
  /** The change reported to the site's followers; for a workspace route, to the followers of all its sites. */
  readonly tells?: SiteChange;
  /** Commits to the site. Counts as a write unless it is rejected or changes nothing. */
  readonly commits?: boolean;
  /** Reads `If-Match`. Handlers of other routes don't receive the header. */
  readonly versioned?: boolean;
  /** Accepts `Prefer: respond-async`: the response needn't wait for public files. */
  readonly deferrable?: boolean;
  /**
   * Requires authentication within the last ten minutes, or a token with the required scope. Routes that grant access
   * or show secrets are sensitive. A function decides by request.
   */
  readonly sensitive?: boolean | ((asked: Input<I>) => boolean);
}

/** Facts about the request in addition to its parsed input and the policy's context. */
interface RequestFacts {
  readonly request: Request;
  /** The version in `If-Match`. Absent without the header. */
  readonly ifMatch?: string;
  /** Whether the response can be sent before follow-up work of the commit is finished (RFC 7240, `respond-async`). */
  readonly respondAsync: boolean;
  /**
   * Checks again whether the user can use the route, for long responses.
   *
   * @throws CmsError of the policy, or if the credential is no longer valid
   */
  readonly authorise: () => Promise<unknown>;
  /** @throws CmsError `reauthentication_required` if the last authentication is too long ago */
  readonly requireRecent: () => void;
}

export interface RouteSpec<
  Context,
  I extends InputShape,
  Answer extends z.ZodType,
> extends RouteHead<Context, I> {
  /** @default 200, or 204 for a response of `nothing` */
  readonly status?: 201 | 202;
  /** Schema of the response; `nothing` for 204. */
  readonly answer: Answer;
  readonly handle: (
    asked: Context & Input<I> & RequestFacts,
  ) => Promise<Reply<z.input<Answer>>> | Reply<z.input<Answer>>;
}

interface StreamSpec<Context, I extends InputShape> extends RouteHead<Context, I> {
  /** Media type of the response: `application/zip`, `text/event-stream`. */
  readonly mediaType: string;
  /** Schema of its content, for the document; for an event stream, of one event. */
  readonly schema?: z.ZodType;
  /** Writes the response. Resolves when it is complete or the client has disconnected. */
  readonly handle: (
    asked: Context & Input<I> & RequestFacts & { readonly response: Response },
  ) => Promise<void>;
}

interface JsonAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly schema: z.ZodType;
}

/** A route with its types erased, as used by the router and the document. */
export interface Route extends Omit<
  RouteHead<unknown, InputShape>,
  "policy" | "commits" | "deferrable" | "sensitive" | "versioned"
> {
  readonly rule: PolicyRule;
  readonly commits: boolean;
  readonly sensitive: boolean | "at-times";
  readonly versioned: boolean;
  readonly deferrable: boolean;
  readonly answer: JsonAnswer | { readonly mediaType: string; readonly schema?: z.ZodType };
  /**
   * Authorizes the caller before the body is read, and returns how to continue.
   *
   * @throws CmsError of the policy
   */
  readonly open: (caller: Caller) => Promise<OpenedRoute>;
}

export interface OpenedRoute {
  /** @throws CmsError `invalid`, `invalid_request`, and errors of the handler */
  readonly run: (
    raw: RawInput,
    facts: RequestFacts & { readonly response: Response },
  ) => Promise<Reply<unknown> | undefined>;
}

/** The schema of a response without a body. */
export const nothing: z.ZodUndefined = z.undefined();

/** Defines a route with a JSON response. */
export function defineRoute<Context, const I extends InputShape, Answer extends z.ZodType>(
  spec: RouteSpec<Context, I, Answer>,
): Route {
  const { policy, handle, answer, status = answer instanceof z.ZodUndefined ? 204 : 200 } = spec;
  return {
    ...headOf(spec),
    answer: { status, schema: answer },
    open: async (caller) => {
      const context = await policy.authorise(caller);
      return {
        run: async (raw, facts) =>
          handle({ ...context, ...parseAsked(spec, raw, facts), ...facts }),
      };
    },
  };
}

/** Defines a route that writes its own response. */
export function defineStream<Context, const I extends InputShape>(
  spec: StreamSpec<Context, I>,
): Route {
  const { policy, handle, mediaType, schema } = spec;
  return {
    ...headOf(spec),
    answer: { mediaType, ...(schema !== undefined && { schema }) },
    open: async (caller) => {
      const context = await policy.authorise(caller);
      return {
        run: async (raw, facts) => {
          await handle({ ...context, ...parseAsked(spec, raw, facts), ...facts });
          return undefined;
        },
      };
    },
  };
}

function parseAsked<I extends InputShape>(
  { input, sensitive }: Pick<RouteHead<never, I>, "input" | "sensitive">,
  raw: RawInput,
  { requireRecent }: RequestFacts,
): Input<I> {
  const asked = parseInput(input, raw);
  if (typeof sensitive === "function" && sensitive(asked)) requireRecent();
  return asked;
}

type Head = Omit<Route, "answer" | "open">;

function headOf({
  policy,
  commits = false,
  sensitive = false,
  versioned = false,
  deferrable = false,
  ...head
}: Omit<Head, "rule" | "commits" | "deferrable" | "sensitive" | "versioned"> & {
  readonly policy: { readonly rule: PolicyRule };
  readonly commits?: boolean;
  readonly sensitive?: unknown;
  readonly versioned?: boolean;
  readonly deferrable?: boolean;
}): Head {
  const { method, path, id, summary, input, form, receives, large, headers, audit, tells } = head;
  return {
    method,
    path,
    id,
    summary,
    input,
    ...(form !== undefined && { form }),
    ...(receives !== undefined && { receives }),
    ...(large !== undefined && { large }),
    ...(headers !== undefined && { headers }),
    ...(audit !== undefined && { audit }),
    ...(tells !== undefined && { tells }),
    rule: policy.rule,
    commits,
    sensitive: typeof sensitive === "function" ? "at-times" : sensitive === true,
    versioned,
    deferrable,
  };
}
