import type { Request, Response } from "express";
import { z } from "zod";
import type { Caller, Policy, PolicyRule } from "./policy.ts";
import { parseInput, type RawInput } from "./read-request.ts";
import type { SiteChange } from "./site-changes.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Whether a request of it changes nothing. */
export function isSafe({ method }: { readonly method: Method }): boolean {
  return method === "get";
}

/**
 * What a route reads: `params`, `query`, `body`, each as a schema. Bodies are strict objects, so that unknown keys
 * are refused (AUT-19). Names in a path that only its policy reads are in no schema.
 */
export type InputShape = Readonly<Record<string, z.ZodType>>;

type Input<I extends InputShape> = z.output<z.ZodObject<I>>;

/** An answer in JSON. */
export interface Reply<Body> {
  readonly body: Body;
  /** The version of what is answered, a blob id or the like, without quotes. */
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Whether no commit was made: such a request is not counted as a write. */
  readonly unchanged?: boolean;
  /** Who did it, where a request needs nobody: known only once it is done. */
  readonly by?: AuditedPerson;
  /** Whether it was the first half of an act: the request that does the other half is recorded. */
  readonly isHalf?: boolean;
}

/** Somebody as the audit log names them. */
export interface AuditedPerson {
  readonly userId: string;
  /** Absent where somebody acted by a link. */
  readonly credential?: { readonly kind: "session" | "token"; readonly id: string };
}

/** What is recorded of a sensitive act, whether it was allowed or refused. */
interface AuditSpec {
  /** `<what>.<done>`: `read-key.created`. */
  readonly event: string;
  /** Keys of the body that say who or what it was done to, in a word or two. Never one that may hold a secret. */
  readonly names?: readonly string[];
}

interface RouteHead<Context, I extends InputShape> {
  readonly method: Method;
  /** Below `/api/manage`, as OpenAPI writes it: `/sites/{site}/types/{type}`. */
  readonly path: string;
  /** Unique name of the operation, camelCase: `listEntries`. */
  readonly id: string;
  /** Verb + object, without a full stop. Further sentences appear only in the description. */
  readonly summary: string;
  readonly policy: Policy<Context>;
  readonly input: I;
  /** Parts of a `multipart/form-data` body, for the document: the handler reads it as it arrives. */
  readonly form?: z.ZodObject;
  /** Media type of a body that is neither JSON nor a form: the handler reads it as it arrives. */
  readonly receives?: string;
  /** Whether its body holds files, and so may be long. @default for routes of a site */
  readonly large?: boolean;
  /** Headers that the handler reads by itself, for the document. */
  readonly headers?: z.ZodObject;
  /** Given for acts that the audit log keeps. */
  readonly audit?: AuditSpec;
  /** What the site's followers are told once it is done; of a route of a workspace, those of all its sites. */
  readonly tells?: SiteChange;
  /** Makes a commit of the site: it counts as one of its writes, unless it was refused or changed nothing. */
  readonly commits?: boolean;
  /** Reads `If-Match`; the handler of any other route is not given the header. */
  readonly versioned?: boolean;
  /** Takes `Prefer: respond-async`: the answer need not wait for public files. */
  readonly deferrable?: boolean;
  /**
   * Requires that the person proved who they are within the last ten minutes; a token has its scopes instead. What
   * hands out power is sensitive, as is what shows a secret; a function says whether what is asked for does.
   */
  readonly sensitive?: boolean | ((asked: Input<I>) => boolean);
}

/** What a handler is given besides its parsed input and what its policy found. */
interface RequestFacts {
  readonly request: Request;
  /** The version named by `If-Match`; absent without the header. */
  readonly ifMatch?: string;
  /** Whether the answer may come before what follows from the commit by itself (RFC 7240, `respond-async`). */
  readonly respondAsync: boolean;
  /**
   * Checks again whether the sender of the request may use the route: for answers that take long.
   *
   * @throws CmsError of the policy, and of a credential that is no longer valid
   */
  readonly authorise: () => Promise<unknown>;
  /** @throws CmsError `reauthentication_required` when the person was proven too long ago */
  readonly requireRecent: () => void;
}

export interface RouteSpec<
  Context,
  I extends InputShape,
  Answer extends z.ZodType,
> extends RouteHead<Context, I> {
  /** @default 200, or 204 for an answer of `nothing` */
  readonly status?: 201 | 202;
  /** Shape of the answer; `nothing` for 204. */
  readonly answer: Answer;
  readonly handle: (
    asked: Context & Input<I> & RequestFacts,
  ) => Promise<Reply<z.input<Answer>>> | Reply<z.input<Answer>>;
}

interface StreamSpec<Context, I extends InputShape> extends RouteHead<Context, I> {
  /** Media type of the answer: `application/zip`, `text/event-stream`. */
  readonly mediaType: string;
  /** What is in it, for the document: of a stream of events, one of them. */
  readonly schema?: z.ZodType;
  /** Writes the answer itself; resolves when it is written or the reader is gone. */
  readonly handle: (
    asked: Context & Input<I> & RequestFacts & { readonly response: Response },
  ) => Promise<void>;
}

interface JsonAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly schema: z.ZodType;
}

/** A route with its types hidden: what the router and the document need of it. */
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
   * Authorises, and returns how to go on, so that no body is read from somebody who may not send
   * one.
   *
   * @throws CmsError of the policy
   */
  readonly open: (caller: Caller) => Promise<OpenedRoute>;
}

export interface OpenedRoute {
  /** @throws CmsError `invalid`, `invalid_request`, and what the handler throws */
  readonly run: (
    raw: RawInput,
    facts: RequestFacts & { readonly response: Response },
  ) => Promise<Reply<unknown> | undefined>;
}

/** The schema of an answer without a body. */
export const nothing: z.ZodUndefined = z.undefined();

/** A route that answers in JSON. */
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

/** A route that writes its answer itself. */
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
