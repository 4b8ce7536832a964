import { CmsError } from "@loam/cms-core";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { clientAddress } from "../platform/http/client-address.ts";
import { nameRoute } from "../platform/http/request-log.ts";
import { onlyMethods } from "../platform/http/send-problem.ts";
import { setRateHeaders, type TakenWrite } from "../platform/limits/rate-limit.ts";
import { outOfSpace } from "../platform/out-of-space.ts";
import { fingerprintOf, readIdempotencyKey } from "./idempotency.ts";
import type { ManageDeps } from "./manage-deps.ts";
import type { Actor } from "./permissions/permissions.ts";
import { parseInput, prefersAsync, readIfMatch, readJsonBody, readQuery } from "./read-request.ts";
import { type AuditedPerson, isSafe, type OpenedRoute, type Reply, type Route } from "./route.ts";
import { requireOwnPage } from "./same-origin.ts";

const NO_BODY = z.strictObject({}).optional();

/** Serves routes. Every path returns 405 for methods that it doesn't have. */
export function manageRouter(routes: readonly Route[], deps: ManageDeps): Router {
  checkRoutes(routes);
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, onPath] of Map.groupBy(routes, (route) => expressPath(route.path))) {
    const methods = onPath.map(({ method }) => method.toUpperCase());
    const safe = methods.includes("GET") ? ["HEAD"] : [];
    router.all(path, onlyMethods(...methods, ...safe));
    for (const route of onPath) router[route.method](path, serve(route, deps));
  }
  return router;
}

/** Rejects at startup routes whose policy doesn't match their path, or that shadow another route (AUT-20). */
function checkRoutes(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const route of routes) {
    const place = `${route.method.toUpperCase()} ${route.path}`;
    const twice = seen.has(place) || seen.has(route.id);
    const wrong = twice ? "is defined twice" : routeProblem(route);
    if (wrong !== undefined) throw new Error(`The route ${place} (${route.id}) ${wrong}.`);
    seen.add(place).add(route.id);
  }
}

const PARTS: ReadonlySet<string> = new Set(["params", "query", "body"]);

function routeProblem({ path, rule, input, commits }: Route): string | undefined {
  if (commits && rule.kind !== "site") return "creates commits but has no site";
  if (rule.kind === "site" && !path.startsWith("/sites/{site}")) return "has no {site} in its path";
  if (rule.kind === "workspace" && !path.startsWith("/workspaces/{ws}"))
    return "has no {ws} in its path";
  const unknown = Object.keys(input).find((part) => !PARTS.has(part));
  return unknown && `reads ${unknown}, which is not part of the request`;
}

function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function serve(route: Route, deps: ManageDeps): RequestHandler {
  return async (request, response) => {
    nameRoute(request, `/api/manage${route.path}`);
    const caller = { request, response, params: pathParams(request) };
    const reply = await handleRequest(route, deps, caller, (running) =>
      runOnce(route, deps, running),
    );
    if (reply !== undefined) sendReply(route, response, reply);
  };
}

/** A call of a route by another interface of HQ on behalf of a request. */
export interface RouteCall {
  readonly request: Request;
  readonly response: Response;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Calls routes by id, with everything that the router does: permissions, limits, and the audit log.
 *
 * @throws CmsError as the route
 */
export type CallRoute = (id: string, call: RouteCall) => Promise<unknown>;

export function routeCalls(routes: readonly Route[], deps: ManageDeps): CallRoute {
  const byId = new Map(routes.map((route) => [route.id, route]));
  return async (id, { query = {}, body, ...caller }) => {
    const route = byId.get(id);
    if (route === undefined) throw new Error(`Route not found: ${id}.`);
    const reply = await handleRequest(route, deps, caller, (running) =>
      performWrite(route, deps, { ...running, query, body }),
    );
    return reply?.body;
  };
}

/** Authenticates and authorizes a request, runs it, and reports and counts the result. */
async function handleRequest(
  route: Route,
  deps: ManageDeps,
  { request, response, params }: Omit<RouteCall, "query" | "body">,
  run: (running: Running) => Promise<Reply<unknown> | undefined>,
): Promise<Reply<unknown> | undefined> {
  let actor: Actor | undefined;
  if (!isSafe(route)) deps.requireIntactDatabase();
  try {
    actor = await deps.authenticate(request);
    if (actor === undefined) await deps.takeAnonymous(request);
    const opened = await openRoute(route, deps, { request, actor, params });
    const authorise = async (): Promise<unknown> =>
      route.open({ actor: await deps.authenticate(request), params, database: deps.database });
    const requireRecent = (): void => requireRecentProof(actor, deps);
    const reply = await run({ request, response, actor, params, opened, authorise, requireRecent });
    if (route.tells !== undefined) deps.announce({ tells: route.tells, actor, params });
    return reply;
  } catch (error) {
    countRefusal(route, deps, { request, actor, params }, error);
    throw error;
  }
}

function countRefusal(
  { audit }: Route,
  deps: ManageDeps,
  { request, actor, params }: Asked,
  error: unknown,
): void {
  if (audit === undefined) return;
  const { code: refused } =
    outOfSpace(error) ?? (error instanceof CmsError ? error : { code: "internal" });
  const address = clientAddress(request);
  deps.countRefusal({ event: audit.event, actor, params, address, refused });
}

interface Asked {
  readonly request: Request;
  readonly actor: Actor | undefined;
  readonly params: Readonly<Record<string, string>>;
}

async function openRoute(
  route: Route,
  deps: ManageDeps,
  { request, actor, params }: Asked,
): Promise<OpenedRoute> {
  if (actor?.credential.kind !== "token") requireOwnPage(route, deps, { request, actor });
  const opened = await route.open({ actor, params, database: deps.database });
  if (route.sensitive === true) requireRecentProof(actor, deps);
  return opened;
}

interface Running extends Asked {
  readonly response: Response;
  readonly opened: OpenedRoute;
  readonly authorise: () => Promise<unknown>;
  readonly requireRecent: () => void;
  /** For a call within HQ. */
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Handles a request. If it was done before with the same idempotency key, its response is repeated without doing or
 * counting it again.
 */
async function runOnce(
  route: Route,
  deps: ManageDeps,
  running: Running,
): Promise<Reply<unknown> | undefined> {
  const { request, response, actor } = running;
  const key = route.method === "post" ? readIdempotencyKey(request) : undefined;
  if (key === undefined || actor === undefined || route.rule.kind === "anyone") {
    return performWrite(route, deps, running);
  }
  const body = await readBody(route, request, response);
  const { userId } = actor;
  const [path = ""] = request.originalUrl.split("?");
  const keyed = { key, userId, path, fingerprint: fingerprintOf(request, body) };
  const before = await deps.idempotency.take(keyed);
  if (before !== undefined) {
    // The stored response might contain a secret, which isn't known without running the route.
    if (route.sensitive !== false) running.requireRecent();
    response.set("Idempotent-Replayed", "true");
    return before;
  }
  try {
    const reply = await performWrite(route, deps, { ...running, body });
    if (reply !== undefined) await deps.idempotency.keep(keyed, reply);
    return reply;
  } catch (error) {
    if (isRefusal(error)) await deps.idempotency.release(keyed);
    throw error;
  }
}

/** After an internal error, the request might have taken effect. */
function isRefusal(error: unknown): boolean {
  return error instanceof CmsError && error.status < 500;
}

/** Counts the write, records the act, and runs the handler. */
async function performWrite(
  route: Route,
  deps: ManageDeps,
  running: Running & { readonly body?: unknown },
): Promise<Reply<unknown> | undefined> {
  const write = await countWrite(route, deps, running);
  const { request, response } = running;
  try {
    const body = "body" in running ? running.body : await readBody(route, request, response);
    const reply = await runRecorded(route, deps, { ...running, body });
    if (reply?.unchanged === true) await write?.giveBack();
    return reply;
  } catch (error) {
    if (isRefusal(error)) await write?.giveBack();
    throw error;
  }
}

/** Counted in advance, so that concurrent requests stay within the limit. Uncounted if no commit was made. */
async function countWrite(
  { commits }: Route,
  deps: ManageDeps,
  { response, params }: Pick<Running, "response" | "params">,
): Promise<TakenWrite | undefined> {
  const siteId = params["site"];
  if (!commits || siteId === undefined) return undefined;
  return deps.takeWrite(siteId, (rate) => {
    // The response of another interface might have started.
    if (!response.headersSent) setRateHeaders(response, rate);
  });
}

/** The creator of a token authenticated when they chose its scopes. */
function requireRecentProof(actor: Actor | undefined, deps: ManageDeps): void {
  if (actor?.credential.kind === "session") deps.requireRecent(actor.credential.provenAt);
}

async function runRoute(
  route: Route,
  { opened, request, response, params, ...rest }: Running & { readonly body: unknown },
): Promise<Reply<unknown> | undefined> {
  const ifMatch = route.versioned ? readIfMatch(request) : undefined;
  const respondAsync = route.deferrable && prefersAsync(request);
  if (respondAsync) response.set("Preference-Applied", "respond-async");
  const { authorise, requireRecent, query, body } = rest;
  return opened.run(
    { params, query: query ?? readQuery(request), body },
    {
      request,
      response,
      authorise,
      requireRecent,
      respondAsync,
      ...(ifMatch !== undefined && { ifMatch }),
    },
  );
}

/**
 * Reads the body for the route's schema. A route without a body rejects one (AUT-19), because the client meant
 * something by it. Forms and files are streamed by their handlers.
 *
 * @throws CmsError `invalid` for keys of an unexpected body, `unsupported_media_type`, and as `readJsonBody`
 */
async function readBody(route: Route, request: Request, response: Response): Promise<unknown> {
  if (isSafe(route) || route.form !== undefined) return undefined;
  if (route.receives !== undefined) {
    if (request.is(route.receives) !== false) return undefined;
    throw new CmsError("unsupported_media_type", `Send the body as ${route.receives}.`);
  }
  const content = route.large ?? route.rule.kind === "site";
  const body = await readJsonBody(request, response, { content });
  if (!("body" in route.input)) parseInput({ body: NO_BODY }, { params: {}, query: {}, body });
  return body;
}

async function runRecorded(
  route: Route,
  deps: ManageDeps,
  running: Running & { readonly body: unknown },
): Promise<Reply<unknown> | undefined> {
  if (route.rule.kind !== "anyone") {
    // Recorded first: an act that cannot be recorded doesn't happen.
    await record(route, deps, running);
    return runRoute(route, running);
  }
  // Anyone can try to sign in. Only the result is recorded, which includes the user.
  const reply = await runRoute(route, running);
  if (reply?.isHalf === true) return reply;
  await record(route, deps, { ...running, actor: reply?.by ?? running.actor });
  return reply;
}

interface RecordedAct extends Omit<Asked, "actor"> {
  readonly actor: AuditedPerson | undefined;
  readonly body: unknown;
}

async function record(
  { audit }: Route,
  deps: ManageDeps,
  { request, actor, params, body }: RecordedAct,
): Promise<void> {
  if (audit === undefined) return;
  const { event, names = [] } = audit;
  const target = { ...pickShortValues(body, names), ...params };
  await deps.audit({ event, actor, params: target, address: clientAddress(request) });
}

/** Returns short values of some keys of an unvalidated body. */
function pickShortValues(
  body: unknown,
  names: readonly string[],
): Readonly<Record<string, string>> {
  if (typeof body !== "object" || body === null) return {};
  const values = new Map<string, unknown>(Object.entries(body));
  const named = names.flatMap((name) => {
    const value = values.get(name);
    return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(named);
}

function pathParams({ params }: Request): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/** Responses are for one user only and must not be cached. */
function sendReply(
  { answer }: Route,
  response: Response,
  { body, version, headers = {} }: Reply<unknown>,
): void {
  response.set({ "Cache-Control": "private, no-cache", Vary: "Authorization, Cookie", ...headers });
  if (version !== undefined) {
    response.set("ETag", `"${version}"`);
    // The ETag is a version for If-Match. Other parts of the response, such as the live state, change without it.
    delete response.req.headers["if-none-match"];
  }
  if ("status" in answer) response.status(answer.status);
  if (body === undefined) response.end();
  else response.json(body);
}
