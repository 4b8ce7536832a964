import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import compression from "compression";
import express from "express";
import { onTestFinished } from "vitest";
import { type Environment, parseConfig } from "../config.ts";
import { testDatabaseSettings } from "../db/database.fixture.ts";
import { createSiteEvents } from "../events/site-events.ts";
import { encodedEtag } from "../http/encoded-etag.ts";
import { notFound, problemHandler } from "../http/send-problem.ts";
import { createIdentity } from "../identity/identity.ts";
import { createUser } from "../identity/users/create-user.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { openHq } from "../open-hq.ts";
import type { Actor } from "../permissions/actor.ts";
import type { WorkspaceRole } from "../permissions/roles.ts";
import type { HqServices } from "../services.ts";
import { setUpHq } from "../set-up-hq.ts";
import { openSites } from "../sites/site-registry.ts";
import { openIntake } from "../storage/open-intake.ts";
import { openWebhooks } from "../webhooks/webhooks.ts";
import { putMember } from "../workspaces/members.ts";
import { createWorkspace, listWorkspaces, updateWorkspace } from "../workspaces/workspaces.ts";
import { manageApi } from "./manage-api.ts";
import type { AuditedAct } from "./manage-router.ts";

const BASE = "http://hq.test";

/** An answer with its JSON read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // Tests look at answers by `toMatchObject`.
  readonly body: unknown;
}

interface Asking {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, with its own content type among the headers. */
  readonly raw?: RequestInit["body"];
}

/** A real HQ in a folder of its own, whose people are told by a header instead of by signing in. */
export interface ManagedHq {
  readonly services: HqServices;
  /** Base address of the management API as it listens. */
  readonly url: string;
  /** Sends a request as a person, or as nobody. */
  ask(who: string | undefined, method: string, path: string, asking?: Asking): Promise<Answered>;
  /** Makes a person, a member of the first workspace in a role, or of none. */
  addPerson(name: string, role?: WorkspaceRole): Promise<Actor>;
  /** The person as someone else: by a token with scopes, or with other rights. */
  alias(name: string, actor: Actor): void;
  readonly acts: AuditedAct[];
  /** Adds another workspace that a person owns. */
  addWorkspace(slug: string, owner: Actor): Promise<void>;
}

/** Starts it until the test ends. `admin` is an instance admin and owns the first workspace. */
export async function startManagedHq(environment: Environment = {}): Promise<ManagedHq> {
  const folder = mkdtempSync(join(tmpdir(), "loam-manage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = parseConfig(
    { LOAM_DATA: folder, ...(await testDatabaseSettings()), ...environment },
    folder,
  );
  const hq = await openHq(config);
  onTestFinished(() => hq.close());
  await setUpHq(hq);
  const [workspace] = await listWorkspaces(hq.database);
  const workspaceId = workspace?.id ?? "";
  await updateWorkspace(hq.database, workspaceId, { cms_enabled: 1 });
  const log = createLog("silent");
  const publicStorageUrl = `${BASE}/public`;
  const sites = await openSites(hq, { publicStorageUrl, log });
  onTestFinished(() => sites.close());
  const events = createSiteEvents(sites, { log });
  onTestFinished(() => events.close());
  const identity = createIdentity(hq, { baseUrl: BASE, log });
  onTestFinished(() => identity.close());
  const intake = await openIntake(hq);
  onTestFinished(() => intake.close());
  const webhooks = openWebhooks(hq, { sites, sealer: identity.sealer, log });
  onTestFinished(() => webhooks.close());
  const opened = { sites, events, intake, identity, webhooks, metrics: createMetrics() };
  const services = { hq, baseUrl: BASE, publicStorageUrl, log, ...opened };

  const actors = new Map<string, Actor>();
  const acts: AuditedAct[] = [];
  const url = await serve((app) => {
    app.use(encodedEtag, compression());
    app.use(
      manageApi(services, {
        database: hq.database,
        baseUrl: BASE,
        authenticate: ({ headers }) => Promise.resolve(actors.get(String(headers["x-person"]))),
        requireCsrfToken: () => {},
        requireRecent: () => {},
        takeWrite: () => Promise.resolve(),
        audit: (act) => Promise.resolve(void acts.push(act)),
      }),
    );
  });

  async function addPerson(name: string, role?: WorkspaceRole): Promise<Actor> {
    const email = `${name}@example.com`;
    const user = await createUser(hq.database, {
      email,
      name,
      password: "correct horse battery",
      instanceAdmin: name === "admin",
    });
    const actor: Actor = {
      userId: user.id,
      email,
      name,
      instanceAdmin: user.instanceAdmin,
      credential: { kind: "session", id: `s-${name}`, provenAt: new Date().toISOString() },
    };
    actors.set(name, actor);
    const member = { workspaceId, userId: user.id, by: "owner" as const };
    if (role !== undefined) await putMember(hq.database, { ...member, role }, hq);
    return actor;
  }
  await addPerson("admin", "owner");

  return {
    services,
    url,
    acts,
    addPerson,
    alias: (name, actor) => actors.set(name, actor),
    addWorkspace: async (slug, owner) => {
      const made = await createWorkspace(hq.database, { slug, ownerId: owner.userId });
      await updateWorkspace(hq.database, made.id, { cms_enabled: 1 });
    },
    async ask(who, method, path, { body, headers = {}, raw } = {}) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          connection: "close",
          origin: BASE,
          ...(who !== undefined && { "x-person": who }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson ? JSON.parse(text) : text,
      };
    },
  };
}

async function serve(use: (app: express.Express) => void): Promise<string> {
  const app = express();
  app.disable("etag").disable("query parser");
  use(app);
  app.use(notFound, problemHandler(createLog("silent")));
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}
