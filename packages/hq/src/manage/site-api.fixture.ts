import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { z } from "zod";
import { type Environment, parseConfig } from "../config.ts";
import { createSiteEvents } from "../events/site-events.ts";
import { notFound, problemHandler } from "../http/send-problem.ts";
import { createIdentity } from "../identity/identity.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { type Hq, openHq } from "../open-hq.ts";
import type { TokenScope } from "../permissions/actions.ts";
import type { Actor } from "../permissions/actor.ts";
import type { HqServices } from "../services.ts";
import { setUpHq } from "../set-up-hq.ts";
import { createSite } from "../sites/create-site.ts";
import { openSites } from "../sites/site-registry.ts";
import type { Site } from "../sites/sites.ts";
import { openIntake } from "../storage/open-intake.ts";
import { openWebhooks } from "../webhooks/webhooks.ts";
import { listWorkspaces } from "../workspaces/workspaces.ts";
import { manageApi } from "./manage-api.ts";

const BASE = "https://hq.example";

/** People by the name under which they ask: what they may do at the site is in their names. */
const PEOPLE = ["admin", "editor", "writer", "viewer", "stranger"] as const;

export type Person = (typeof PEOPLE)[number];

const answerSchema = z.record(z.string(), z.unknown());

export interface Answer {
  readonly status: number;
  /** Without quotes. */
  readonly etag: string | undefined;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Asking {
  readonly as?: Person;
  /** Asks by a token with these scopes, and not in a session. */
  readonly scopes?: readonly TokenScope[];
  readonly ifMatch?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface SiteApi {
  readonly services: HqServices;
  readonly site: Site;
  /** `http://127.0.0.1:<port>/api/manage` */
  readonly url: string;
  /** The headers by which a person asks, in a session. */
  headersOf(as: Person): Record<string, string>;
  /** Asks as an admin of the site unless told otherwise; `path` is below the site. */
  ask(method: string, path: string, asking?: Asking): Promise<Answer>;
  /** What time it is there, in ms. */
  time: number;
  close(): Promise<void>;
}

/** The management API over a real data folder with one site and a person of each role. */
export async function startSiteApi(environment: Environment = {}): Promise<SiteApi> {
  const folder = mkdtempSync(join(tmpdir(), "loam-manage-"));
  const clock = { time: Date.parse("2026-11-20T12:00:00.000Z") };
  const standard = { LOAM_DATA: folder, LOAM_BASE_URL: BASE };
  const config = parseConfig({ ...standard, ...environment }, folder);
  const hq = await openHq(config, { now: () => new Date(clock.time) });
  await setUpHq(hq);
  const { site, actors } = await makeSite(hq);
  const log = createLog("silent");
  const publicStorageUrl = `${BASE}/public`;
  const sites = await openSites(hq, { publicStorageUrl, log });
  const identity = createIdentity(hq, { baseUrl: BASE, log });
  const intake = await openIntake(hq);
  const services: HqServices = {
    hq,
    baseUrl: BASE,
    publicStorageUrl,
    sites,
    events: createSiteEvents(sites, { log }),
    intake,
    identity,
    webhooks: openWebhooks(hq, { sites, sealer: identity.sealer, log }),
    metrics: createMetrics(),
    log,
  };
  const { url, stop } = await serve(services, actors);
  const headersOf = (as: Person) => ({ authorization: as, origin: BASE, connection: "close" });
  return {
    services,
    site,
    url,
    headersOf,
    ask: async (method, path, { as = "admin", scopes, ifMatch, body } = {}) => {
      const response = await fetch(`${url}/sites/${site.id}${path}`, {
        method,
        headers: {
          ...headersOf(as),
          ...(scopes !== undefined && { "x-scopes": scopes.join(" ") }),
          ...(ifMatch !== undefined && { "if-match": `"${ifMatch}"` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        etag: response.headers.get("etag")?.slice(1, -1),
        headers: response.headers,
        body: text === "" ? {} : answerSchema.parse(JSON.parse(text)),
      };
    },
    get time() {
      return clock.time;
    },
    set time(value) {
      clock.time = value;
    },
    close: async () => {
      await stop();
      await services.webhooks.close();
      await intake.close();
      await sites.close();
      await hq.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Serves the routes, and knows people by the name that they send in place of a credential. */
async function serve(
  services: HqServices,
  actors: ReadonlyMap<string, Actor>,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const app = express();
  app.use(
    "/api/manage",
    manageApi(services, {
      database: services.hq.database,
      baseUrl: BASE,
      authenticate: ({ headers }) => {
        const actor = actors.get(headers.authorization ?? "");
        const scopes = z.string().optional().parse(headers["x-scopes"]);
        return Promise.resolve(scopes === undefined ? actor : actor && asToken(actor, scopes));
      },
      requireCsrfToken: () => {},
      requireRecent: () => {},
      takeWrite: () => Promise.resolve(),
      audit: () => Promise.resolve(),
    }),
    notFound,
    problemHandler(services.log),
  );
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
  return { url: `http://127.0.0.1:${port}/api/manage`, stop };
}

function asToken(actor: Actor, scopes: string): Actor {
  const list = z.array(z.custom<TokenScope>()).parse(scopes.split(" "));
  return { ...actor, credential: { kind: "token", id: "t", scopes: list } };
}

async function makeSite(
  hq: Hq,
): Promise<{ readonly site: Site; readonly actors: ReadonlyMap<string, Actor> }> {
  const { database } = hq;
  const [workspace] = await listWorkspaces(database);
  const workspaceId = workspace?.id ?? "";
  const site = await createSite(hq, { name: "Blog", workspaceId });
  const actors = new Map<string, Actor>();
  const created_at = "2026-11-20T12:00:00.000Z";
  for (const person of PEOPLE) {
    const id = `u-${person}`;
    const email = `${person}@example.test`;
    const row = { id, email, name: person, password_hash: "-", instance_admin: 0, created_at };
    await database.insertInto("users").values(row).execute();
    actors.set(person, {
      userId: id,
      email,
      name: person,
      instanceAdmin: false,
      credential: { kind: "session", id: "s", provenAt: created_at },
    });
    if (person === "stranger") continue;
    const role = person === "admin" ? "admin" : "member";
    const member = { workspace_id: workspaceId, user_id: id, role, created_at } as const;
    await database.insertInto("members").values(member).execute();
  }
  const grants = [
    { user_id: "u-editor", role: "edit" },
    { user_id: "u-writer", role: "write" },
  ] as const;
  for (const grant of grants) {
    await database
      .insertInto("site_access")
      .values({ site_id: site.id, created_at, ...grant })
      .execute();
  }
  return { site, actors };
}
