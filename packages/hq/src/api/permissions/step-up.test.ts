import { expect, test } from "vitest";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { createSite } from "../../sites/manage/create-site.ts";

const WORKSPACE = "/workspaces/main";
const WEBHOOK = { url: "https://example.com/hook" };

/** Requests that grant access or show secrets. */
const SENSITIVE = [
  ["POST", `${WORKSPACE}/invitations`, { email: "new@example.test", role: "admin" }, 201],
  ["PUT", `${WORKSPACE}/members`, { user: "u-ann", role: "owner" }, 200],
  ["PUT", `${WORKSPACE}/members`, { user: "u-ann", role: "admin" }, 200],
  ["PUT", `${WORKSPACE}/features`, { cms: true }, 200],
  ["PUT", "SITE/access", { user: "u-bob", role: "edit" }, 200],
  ["PUT", "SITE/access", { user: "u-bob", role: "write" }, 200],
  ["POST", "SITE/webhooks", WEBHOOK, 201],
  ["PATCH", "SITE/webhooks/HOOK", { url: "https://example.com/other" }, 200],
  ["POST", "SITE/webhooks/HOOK/rotate-secret", undefined, 200],
  ["POST", "SITE/transfer", { workspace: "client" }, 201],
  ["POST", "SITE/keys", { name: "Build" }, 201],
  ["POST", "SITE/draft-key", undefined, 201],
  ["GET", "SITE/export", undefined, 200],
  ["GET", "SITE/export/plan", undefined, 200],
  ["DELETE", "SITE", undefined, 204],
] as const;

/** Requests to the same routes that don't. */
const ORDINARY = [
  ["POST", `${WORKSPACE}/invitations`, { email: "new@example.test", role: "member" }, 201],
  ["PUT", `${WORKSPACE}/members`, { user: "u-bob", role: "member" }, 200],
  ["PUT", "SITE/access", { user: "u-bob", role: "view" }, 200],
  ["PATCH", "SITE/webhooks/HOOK", { enabled: false }, 200],
] as const;

interface World {
  readonly hq: ManagedHq;
  /** Returns a route with the ids of existing objects. */
  readonly at: (route: string) => string;
}

async function openWorld(): Promise<World> {
  const hq = await startManagedHq();
  const { database } = hq.services.hq;
  for (const name of ["ann", "bob"]) await hq.addPerson(name, "member");
  const owner = await hq.addPerson("owner", "owner");
  hq.alias("owner", { ...owner, instanceAdmin: true });
  const stale = {
    ...owner.credential,
    kind: "session",
    provenAt: "2026-11-20T11:49:00.000Z",
  } as const;
  hq.alias("stale", { ...owner, instanceAdmin: true, credential: stale });
  await hq.addWorkspace("client", owner);
  const { id: workspaceId } = await findWorkspace(database, "main");
  const { id } = await createSite(hq.services.hq, { name: "Blog", workspaceId });
  await hq.services.sites.follow(id);
  const webhook = await hq.ask("owner", "POST", `/sites/${id}/webhooks`, { body: WEBHOOK });
  const hook = String(webhook.body["id"]);
  return { hq, at: (route) => route.replace("SITE", `/sites/${id}`).replace("HOOK", hook) };
}

test("requires authentication within ten minutes for sensitive actions", async () => {
  const { hq, at } = await openWorld();
  for (const [method, route, body, status] of SENSITIVE) {
    const asking = body === undefined ? {} : { body };
    expect([route, await hq.ask("stale", method, at(route), asking)]).toMatchObject([
      route,
      { status: 403, body: { code: "reauthentication_required" } },
    ]);
    if (route === "SITE/export") continue;
    const fresh = await hq.ask("owner", method, at(route), asking);
    expect([route, fresh.status]).toEqual([route, status]);
  }
});

test("allows other actions on the same routes with an older authentication", async () => {
  const { hq, at } = await openWorld();
  for (const [method, route, body, status] of ORDINARY) {
    const { status: answered } = await hq.ask("stale", method, at(route), { body });
    expect([route, answered]).toEqual([route, status]);
  }
});
