import { CmsError } from "@loam/cms-core";
import { describe, expect, test } from "vitest";
import { grantAccess } from "../../people/access/site-access.ts";
import { listWorkspaces } from "../../people/workspaces/workspaces.ts";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { manageRoutes } from "../../server/routes.ts";
import { createSite } from "../../sites/manage/create-site.ts";
import type { Route } from "../route.ts";
import { type Actor, SITE_ACTIONS, TOKEN_SCOPES, type TokenScope } from "./permissions.ts";

const WRITER = [
  "site.read",
  "entry.write",
  "entry.publish",
  "media.write",
  "change.propose",
  "change.merge",
];

/**
 * The specification's table, written down independently: what each role can do on a site. An action missing here fails
 * the test, so that new ones are considered.
 */
const MAY: Readonly<Record<string, readonly string[]>> = {
  view: ["site.read"],
  write: [...WRITER],
  edit: [...WRITER, "schema.write", "change.approve", "upstream.sync"],
  admin: Object.keys(SITE_ACTIONS),
};

/** The expected site role of each user. */
const PEOPLE: Readonly<Record<string, string | undefined>> = {
  nobody: undefined,
  outsider: undefined,
  viewer: "view",
  writer: "write",
  editor: "edit",
  creator: "admin",
  manager: "admin",
  admin: "admin",
};

interface World {
  readonly hq: ManagedHq;
  readonly routes: readonly Route[];
  readonly siteId: string;
  readonly people: ReadonlyMap<string, Actor>;
}

async function openWorld(): Promise<World> {
  const hq = await startManagedHq();
  const { database } = hq.services.hq;
  const people = new Map<string, Actor>();
  for (const name of ["viewer", "writer", "editor", "creator"]) {
    people.set(name, await hq.addPerson(name, "member"));
  }
  people.set("manager", await hq.addPerson("manager", "admin"));
  people.set("outsider", await hq.addPerson("outsider"));
  people.set("admin", await hq.addPerson("owner", "owner"));
  const [workspace] = await listWorkspaces(database);
  const site = await createSite(hq.services.hq, {
    name: "Blog",
    workspaceId: workspace?.id ?? "",
    by: "creator@example.test",
    publishing: false,
  });
  for (const [name, role] of [
    ["writer", "write"],
    ["editor", "edit"],
  ] as const) {
    const userId = people.get(name)?.userId ?? "";
    await grantAccess(database, { site, user: userId, role }, hq.services.hq);
  }
  return { hq, routes: manageRoutes(hq.services), siteId: site.id, people };
}

/** Returns the result of a route's policy: `open`, or the error code. */
async function tryPolicy(
  { hq, siteId }: Pick<World, "hq" | "siteId">,
  route: Route,
  actor: Actor | undefined,
): Promise<string> {
  try {
    const params = { site: siteId, ws: "main" };
    await route.open({ actor, params, database: hq.services.hq.database });
    return "open";
  } catch (error) {
    if (error instanceof CmsError) return error.code;
    throw error;
  }
}

function withToken(actor: Actor, scopes: readonly TokenScope[], sites?: readonly string[]): Actor {
  return { ...actor, credential: { kind: "token", id: "t", scopes, ...(sites && { sites }) } };
}

describe("every route of a site", () => {
  test("allows exactly the roles in the specification (AUT-20)", async () => {
    const world = await openWorld();
    const siteRoutes = world.routes.filter(({ rule }) => rule.kind === "site");
    expect(siteRoutes.length).toBeGreaterThan(15);
    for (const [person, role] of Object.entries(PEOPLE)) {
      const actor = world.people.get(person);
      for (const route of siteRoutes) {
        const action = route.rule.kind === "site" ? route.rule.action : "";
        const denied = role === undefined ? "site_not_found" : "forbidden";
        const shut = actor === undefined ? "not_signed_in" : denied;
        const expected = role !== undefined && MAY[role]?.includes(action) ? "open" : shut;
        const place = `${person}: ${route.method} ${route.path}`;
        expect(`${place} ${await tryPolicy(world, route, actor)}`).toBe(`${place} ${expected}`);
      }
    }
  });

  test("rejects a token without the scope, whatever its owner's role (AUT-16)", async () => {
    const world = await openWorld();
    const owner = world.people.get("admin");
    if (owner === undefined) throw new Error("The world has an owner.");
    for (const route of world.routes.filter(({ rule }) => rule.kind === "site")) {
      const scope = route.rule.kind === "site" ? SITE_ACTIONS[route.rule.action].scope : "";
      const others = TOKEN_SCOPES.filter((name) => name !== scope);
      expect(await tryPolicy(world, route, withToken(owner, others))).toBe("forbidden");
      expect(await tryPolicy(world, route, withToken(owner, TOKEN_SCOPES))).toBe("open");
      const elsewhere = withToken(owner, TOKEN_SCOPES, ["sother"]);
      expect(await tryPolicy(world, route, elsewhere)).toBe("site_not_found");
      expect(await tryPolicy(world, route, withToken(owner, TOKEN_SCOPES, [world.siteId]))).toBe(
        "open",
      );
    }
  });

  test("reports a site as not found to users without access (AUT-20)", async () => {
    const world = await openWorld();
    for (const route of world.routes.filter(({ rule }) => rule.kind === "site")) {
      const known = await tryPolicy(world, route, world.people.get("outsider"));
      const unknown = await tryPolicy(
        { ...world, siteId: "saaaaaaaaaaaaaaaaaaa" },
        route,
        world.people.get("outsider"),
      );
      expect([known, unknown]).toEqual(["site_not_found", "site_not_found"]);
    }
  });
});

/** Routes with permission to change content that make no commit. */
const NO_COMMIT = [
  "beginUpload",
  "continueUpload",
  "createRelease",
  "deleteRelease",
  "dropUpload",
  "updateRelease",
];

test("counts as a write if it changes content, except for known routes without commits (LIM-01)", async () => {
  const { routes } = await openWorld();
  const uncounted = routes.filter(({ rule, method, commits }) => {
    const changes = rule.kind === "site" && /^(entry|media|schema)\./.test(rule.action);
    return changes && method !== "get" && !commits;
  });
  expect(uncounted.map(({ id }) => id).toSorted()).toEqual(NO_COMMIT);
});

test("lets members read a workspace, and admins or owners change it", async () => {
  const world = await openWorld();
  const reads = new Set([
    "workspace.read",
    "workspace.inspect",
    "workspace.create-site",
    "workspace.leave",
    "skill.read",
    "skill.write",
    "skill.review",
    "memory.write",
    "run.start",
    // The path contains no run of a project.
    "run.read-log",
    "run.cancel",
  ]);
  const owners = new Set(["workspace.delete", "workspace.owners"]);
  for (const route of world.routes.filter(({ rule }) => rule.kind === "workspace")) {
    const action = route.rule.kind === "workspace" ? route.rule.action : "";
    const member = reads.has(action) ? "open" : "forbidden";
    const manager = owners.has(action) ? "forbidden" : "open";
    expect(await tryPolicy(world, route, world.people.get("viewer"))).toBe(member);
    expect(await tryPolicy(world, route, world.people.get("manager"))).toBe(manager);
    expect(await tryPolicy(world, route, world.people.get("admin"))).toBe("open");
    expect(await tryPolicy(world, route, world.people.get("outsider"))).toBe("not_found");
    expect(await tryPolicy(world, route, undefined)).toBe("not_signed_in");
  }
});

test("reveals only the existence of the workspace to a token limited to sites", async () => {
  const world = await openWorld();
  const owner = world.people.get("admin");
  if (owner === undefined) throw new Error("The world has an owner.");
  const bound = withToken(owner, TOKEN_SCOPES, [world.siteId]);
  const ids = Map.groupBy(
    await Promise.all(
      world.routes
        .filter(({ rule }) => rule.kind === "workspace")
        .map(async (route) => ({ id: route.id, answer: await tryPolicy(world, route, bound) })),
    ),
    ({ answer }) => answer,
  );
  expect(new Set(ids.keys())).toEqual(new Set(["forbidden", "open"]));
  const open = ids.get("open")?.map(({ id }) => id) ?? [];
  expect(open.toSorted()).toEqual(["getFeatures", "getWorkspace", "listSites"]);
});

test("allows routes of the instance only to instance admins in a session", async () => {
  const world = await openWorld();
  const routes = world.routes.filter(({ rule }) => rule.kind === "instance-admin");
  expect(routes.length).toBeGreaterThan(1);
  const owner = world.people.get("admin");
  if (owner === undefined) throw new Error("The world has an owner.");
  const instanceAdmin = { ...owner, instanceAdmin: true };
  for (const route of routes) {
    expect(await tryPolicy(world, route, owner)).toBe("forbidden");
    expect(await tryPolicy(world, route, withToken(instanceAdmin, TOKEN_SCOPES))).toBe("forbidden");
    expect(await tryPolicy(world, route, instanceAdmin)).toBe("open");
  }
});
