import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import compression from "compression";
import express, { type RequestHandler } from "express";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { checkAnswer } from "../../../../tests/support/hq/check-answer.ts";
import { idempotencyKeys } from "../api/idempotency.ts";
import { manageApi } from "../api/manage-api.ts";
import type { RefusedAct } from "../api/manage-deps.ts";
import type { Actor, TokenScope } from "../api/permissions/permissions.ts";
import { openWebhooks } from "../automation/webhooks/webhooks.ts";
import { connectReadApi } from "../deliver/read-api/connect-read-api.ts";
import { openReadApi } from "../deliver/read-api/open-read-api.ts";
import { openHub } from "../hub/open-hub.ts";
import { openSkillRepositories } from "../hub/skills/skill-repositories.ts";
import { createReadiness } from "../operate/health/health-routes.ts";
import { createMetrics } from "../operate/metrics/metrics.ts";
import { openAuditLog } from "../people/audit/audit-log.ts";
import { createIdentity } from "../people/identity/identity.ts";
import { requireRecent } from "../people/identity/sessions/request-session.ts";
import { setUpHq } from "../people/identity/setup/set-up-hq.ts";
import { putMember } from "../people/workspaces/members.ts";
import {
  createWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "../people/workspaces/workspaces.ts";
import { type Environment, parseConfig } from "../platform/config/config.ts";
import { testDatabaseSettings } from "../platform/db/database.fixture.ts";
import type { WorkspaceRole } from "../platform/db/tables/workspaces.ts";
import { type Hq, openHq } from "../platform/hq.ts";
import { encodedEtag } from "../platform/http/encoded-etag.ts";
import { notFound, problemHandler } from "../platform/http/send-problem.ts";
import { limitWrites, rateLimiters } from "../platform/limits/rate-limit.ts";
import { createLog } from "../platform/log.ts";
import { openPartialUploads } from "../platform/partial-uploads/partial-uploads.ts";
import { announceChange } from "../sites/events/announce-change.ts";
import { createSiteEvents } from "../sites/events/site-events.ts";
import { openIntake } from "../sites/open-intake.ts";
import { openSites } from "../sites/registry/open-sites.ts";
import { createDueTimes } from "../sites/services.ts";
import { followGitHost } from "../upstream/git-hosts/follow-git-host.ts";
import { openUpstreams } from "../upstream/open-upstreams.ts";
import { upstreamHooks } from "../upstream/webhook-receiver.ts";
import { manageRoutes } from "./routes.ts";
import type { HqServices } from "./services.ts";

const BASE = "https://hq.example";
const START = Date.parse("2026-11-20T12:00:00.000Z");

/** A response with parsed JSON. */
export interface Answer {
  readonly status: number;
  /** Without quotes. */
  readonly etag: string | undefined;
  readonly headers: Headers;
  /** An empty object without a body. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Asking {
  /** Uses a token with these scopes instead of a session. */
  readonly scopes?: readonly TokenScope[];
  readonly ifMatch?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, with its own content type in the headers. */
  readonly raw?: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Act = Omit<RefusedAct, "refused"> & { readonly refused?: string };

/** A real HQ in its own folder that identifies users by a header instead of signing in. */
export interface ManagedHq {
  readonly services: HqServices;
  /** URL of the management API. */
  readonly url: string;
  /** Its clock, in milliseconds. */
  time: number;
  /** Returns the headers of a user's session. */
  headersOf(who: string): Record<string, string>;
  /** Sends a request as a user or anonymously. Fails if the response doesn't match the OpenAPI document. */
  ask(who: string | undefined, method: string, path: string, asking?: Asking): Promise<Answer>;
  /** Creates a user, optionally as a member of the first workspace. */
  addPerson(name: string, role?: WorkspaceRole): Promise<Actor>;
  /** Adds a name for a user with other credentials, such as a token with scopes. */
  alias(name: string, actor: Actor): void;
  readonly acts: Act[];
  /** Adds a workspace with an owner. */
  addWorkspace(slug: string, owner: Actor): Promise<void>;
  close(): Promise<void>;
}

/** Starts an HQ for one test. */
export async function startManagedHq(environment: Environment = {}): Promise<ManagedHq> {
  const hq = await openManagedHq(environment);
  onTestFinished(() => hq.close());
  return hq;
}

/** Starts an HQ until it is closed. `admin` is an instance admin and owns the first workspace. */
export async function openManagedHq(environment: Environment = {}): Promise<ManagedHq> {
  await using opened = new AsyncDisposableStack();
  const clock = { time: START };
  const services = await openServices(environment, { opened, clock });
  const actors = new Map<string, Actor>();
  const acts: Act[] = [];
  const url = await serve(services, { opened, actors, acts });
  const people = peopleOf(services.hq, actors);
  const [workspace] = await listWorkspaces(services.hq.database);
  await updateWorkspace(services.hq.database, workspace?.id ?? "", { cms_enabled: 1 });
  await people.addPerson("admin", "owner");
  const running = opened.move();
  return {
    services,
    url,
    acts,
    headersOf,
    ...people,
    alias: (name, actor) => actors.set(name, actor),
    async ask(who, method, path, { scopes, ifMatch, body, raw, headers } = {}) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(who === undefined ? { connection: "close", origin: BASE } : headersOf(who)),
          ...(scopes !== undefined && { "x-scopes": scopes.join(" ") }),
          ...(ifMatch !== undefined && { "if-match": `"${ifMatch}"` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
      });
      const text = await response.text();
      await checkAnswer(url, {
        method,
        path,
        status: response.status,
        headers: response.headers,
        text,
      });
      return {
        status: response.status,
        etag: response.headers.get("etag")?.slice(1, -1),
        headers: response.headers,
        body: text === "" ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
      };
    },
    get time() {
      return clock.time;
    },
    set time(value) {
      clock.time = value;
    },
    close: () => running.disposeAsync(),
  };
}

function headersOf(who: string): Record<string, string> {
  return { "x-person": who, origin: BASE, connection: "close" };
}

interface Opening {
  readonly opened: AsyncDisposableStack;
  readonly clock: { readonly time: number };
}

async function openServices(
  environment: Environment,
  { opened, clock }: Opening,
): Promise<HqServices> {
  const folder = mkdtempSync(join(tmpdir(), "loam-manage-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const standard = {
    LOAM_DATA: folder,
    LOAM_BASE_URL: BASE,
    ...(await testDatabaseSettings((drop) => opened.defer(drop))),
  };
  const config = parseConfig({ ...standard, ...environment }, folder);
  const hq = await openHq(config, { now: () => new Date(clock.time) });
  opened.defer(() => hq.close());
  await setUpHq(hq);
  const log = createLog("silent");
  const publicStorageUrl = `${BASE}/public`;
  const sites = await openSites(hq, { publicStorageUrl, log });
  opened.defer(() => sites.close());
  const events = createSiteEvents(hq, { sites, log });
  opened.defer(() => events.close());
  const identity = createIdentity(hq, { baseUrl: BASE, log });
  opened.defer(() => identity.close());
  const intake = await openIntake(hq);
  opened.defer(() => intake.close());
  const partialUploads = await openPartialUploads(hq, { log });
  opened.defer(() => partialUploads.close());
  const { sealer, mailer } = identity;
  const audit = openAuditLog(hq.database, { sealer, now: hq.now, log });
  opened.defer(() => audit.close());
  const webhooks = openWebhooks(hq, { sites, events, sealer, mailer, log });
  opened.defer(() => webhooks.close());
  const noted = { hq, sites, events, baseUrl: BASE, log, audit, sealer };
  const upstreams = openUpstreams({ ...noted, followForge: followGitHost });
  opened.defer(() => upstreams.close());
  const skills = await openSkillRepositories(hq);
  opened.defer(() => skills.close());
  const hub = openHub(hq, { log, openLimiter: rateLimiters(hq.database, hq), skills });
  opened.defer(() => hub.close());
  const dueTimes = createDueTimes();
  const metrics = createMetrics();
  const openLimiter = rateLimiters(hq.database, hq);
  const place = { sites, openLimiter, sealer, publicStorageUrl, baseUrl: BASE, log };
  const readApi = openReadApi(connectReadApi(hq, place));
  const writeLimit = limitWrites(config.writeLimit, openLimiter);
  const parts = { sites, events, intake, partialUploads, identity, audit, hub, webhooks, skills };
  const readiness = createReadiness(hq, { log, siteTroubles: () => sites.troubles() });
  const reading = { readApi, writeLimit, upstreams, readiness };
  return { hq, baseUrl: BASE, publicStorageUrl, log, dueTimes, metrics, ...parts, ...reading };
}

function peopleOf(
  hq: Hq,
  actors: Map<string, Actor>,
): Pick<ManagedHq, "addPerson" | "addWorkspace"> {
  const { database } = hq;
  return {
    async addPerson(name, role) {
      const id = `u-${name}`;
      const email = `${name}@example.test`;
      const instanceAdmin = name === "admin";
      const created_at = hq.now().toISOString();
      const row = { id, email, name, password_hash: "-", created_at };
      await database
        .insertInto("users")
        .values({ ...row, instance_admin: instanceAdmin ? 1 : 0 })
        .execute();
      const credential = { kind: "session", id: `s-${name}`, provenAt: created_at } as const;
      const actor = { userId: id, email, name, instanceAdmin, credential };
      actors.set(name, actor);
      const [workspace] = await listWorkspaces(database);
      const workspaceId = workspace?.id ?? "";
      const member = { workspaceId, userId: id, by: "owner" } as const;
      if (role !== undefined) await putMember(database, { ...member, role }, hq);
      return actor;
    },
    async addWorkspace(slug, owner) {
      const created = await createWorkspace(database, { slug, ownerId: owner.userId });
      await updateWorkspace(database, created.id, { cms_enabled: 1 });
    },
  };
}

interface Serving {
  readonly opened: AsyncDisposableStack;
  readonly actors: ReadonlyMap<string, Actor>;
  readonly acts: Act[];
}

/** Serves the routes and identifies users by the name that they send in place of a credential. */
async function serve(services: HqServices, { opened, actors, acts }: Serving): Promise<string> {
  const { hq, log, audit } = services;
  const api: RequestHandler = manageApi(manageRoutes(services), {
    database: hq.database,
    baseUrl: BASE,
    authenticate: ({ headers }) => {
      const actor = actors.get(String(headers["x-person"]));
      const { "x-scopes": scopes } = headers;
      return Promise.resolve(typeof scopes === "string" ? actor && asToken(actor, scopes) : actor);
    },
    takeAnonymous: () => Promise.resolve(),
    requireCsrfToken: () => {},
    // Uses the initial time: tests that change the clock aren't about this check.
    requireIntactDatabase: () => {},
    requireRecent: (provenAt) => requireRecent(provenAt, { now: () => new Date(START) }),
    takeWrite: () => Promise.resolve({ giveBack: () => Promise.resolve() }),
    idempotency: idempotencyKeys(hq.database, { sealer: services.identity.sealer, now: hq.now }),
    audit(act) {
      acts.push(act);
      return audit.append(act);
    },
    announce: (done) => announceChange(services, done),
    countRefusal(act) {
      acts.push(act);
      audit.countRefusal(act);
    },
  });
  const app = express();
  app.disable("etag").disable("query parser");
  app.use(encodedEtag, compression());
  app.use("/api/worker", services.hub.workerApi);
  app.use("/api/manage", api);
  app.use("/hooks/upstream", upstreamHooks(services));
  app.use(notFound, problemHandler(log));
  const server = createServer(app).listen(0, "127.0.0.1");
  opened.use(server);
  opened.defer(() => server.closeAllConnections());
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api/manage`;
}

function asToken(actor: Actor, scopes: string): Actor {
  const list = z.array(z.custom<TokenScope>()).parse(scopes.split(" "));
  return { ...actor, credential: { kind: "token", id: "t", scopes: list } };
}
