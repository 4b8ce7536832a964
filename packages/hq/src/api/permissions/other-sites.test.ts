import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { uploadPicture } from "../../content/media/media.fixture.ts";
import { listWorkspaces } from "../../people/workspaces/workspaces.ts";
import { type ManagedHq, openManagedHq } from "../../server/manage-api.fixture.ts";
import { manageRoutes } from "../../server/routes.ts";
import type { SiteApi } from "../../server/site-api.fixture.ts";
import { createSite } from "../../sites/manage/create-site.ts";

const ENTRY = "/sites/{site}/types/{api_id}/entries/{id}";
const BY_ID = "/sites/{site}/entries/{id}";

/** Ids of one object of each kind, by their position in route paths. */
type Things = Readonly<Record<string, string>>;

/** Bodies required before a route looks up its object. */
const BODIES: Readonly<Record<string, object>> = {
  keepWorkingCopy: { fields: { title: "x" } },
  replaceEntry: { fields: { title: "x" } },
  changeEntry: { fields: { title: "x" } },
  scheduleEntry: { publishAt: "2026-12-01T00:00:00.000Z" },
  moveEntry: { direction: "up" },
  restoreEntry: { commit: "0".repeat(40) },
  changeMedia: { alt: "x" },
  takeUpload: { alt: "x" },
  updateRelease: { title: "x" },
  updateChange: { title: "x" },
  commentChange: { body: "x" },
  editChangeComment: { resolved: true },
  markChangeViewed: { path: "content/posts/x.md" },
  approveChange: { head: "0".repeat(40) },
  proposeChange: { fields: { title: "x" } },
  keepProposedCopy: { fields: { title: "x" } },
  updateWebhook: { enabled: false },
};

async function makeSite(hq: ManagedHq, name: string): Promise<{ id: string; things: Things }> {
  const { services } = hq;
  const [workspace] = await listWorkspaces(services.hq.database);
  const site = await createSite(services.hq, { name, workspaceId: workspace?.id ?? "" });
  await services.sites.follow(site.id);
  const api: SiteApi = {
    ...hq,
    time: hq.time,
    site,
    ask: (method, path, asking = {}) => hq.ask("admin", method, `/sites/${site.id}${path}`, asking),
  };
  await makeTypes(api);
  const things = await makeThings(api);
  return { id: site.id, things: { ...things, ...(await makeChange(api, name, things)) } };
}

async function makeThings(hq: SiteApi): Promise<Things> {
  const make = async (path: string, body?: unknown): Promise<string> => {
    const created = await hq.ask("POST", path, { ...(body !== undefined && { body }) });
    expect(created.body).toHaveProperty("id");
    return String(created.body["id"]);
  };
  const { id: entry } = await makePost(hq, { title: "Post" });
  const history = await hq.ask("GET", `/types/posts/entries/${entry}/history`);
  await hq.ask("POST", `/types/posts/entries/${entry}/publish`);
  const log = await hq.ask("GET", "/log");
  const webhook = await make("/webhooks", { url: "https://hooks.example.com/" });
  return {
    [ENTRY]: entry,
    [BY_ID]: entry,
    [`${ENTRY}/history/{commit}`]: firstCommit(history.body),
    "/sites/{site}/log/{commit}": firstCommit(log.body),
    "/sites/{site}/media/{id}": await uploadPicture(hq),
    "/sites/{site}/media/uploads/{upload}": await beginUpload(hq),
    "/sites/{site}/keys/{id}": await make("/keys", { name: "k" }),
    "/sites/{site}/webhooks/{id}": webhook,
    "/sites/{site}/webhooks/{id}/deliveries/{d}": await make(`/webhooks/${webhook}/test`),
    "/sites/{site}/releases/{id}": await make("/releases", { title: "r", entries: [entry] }),
    "/sites/{site}/transfers/{id}": await make("/transfer", { workspace: "client" }),
  };
}

/** Change requests are numbered per site, so the other site needs a second one. */
async function makeChange(hq: SiteApi, name: string, things: Things): Promise<Things> {
  const number = name === "Other" ? 2 : 1;
  for (let created = 0; created < number; created += 1) {
    await hq.ask("POST", "/changes", { body: { title: "c" } });
  }
  const at = `/changes/${number}`;
  const comment = await hq.ask("POST", `${at}/comments`, { body: { body: "c" } });
  const fields = { title: "Proposed" };
  const entry = await hq.ask("POST", `${at}/types/posts/entries`, { body: { fields } });
  const change = "/sites/{site}/changes/{n}";
  return {
    [change]: String(number),
    [`${change}/comments/{id}`]: String(comment.body["id"]),
    [`${change}/media/{id}`]: things["/sites/{site}/media/{id}"] ?? "",
    [`${change}/types/{api_id}/entries/{id}`]: String(entry.body["id"]),
  };
}

async function beginUpload(hq: SiteApi): Promise<string> {
  const headers = { "upload-length": "9", "upload-metadata": `filename ${btoa("a.png")}` };
  const { body } = await hq.ask("POST", "/media/uploads", { headers });
  return String(body["id"]);
}

function firstCommit(body: unknown): string {
  return /\b[0-9a-f]{40}\b/.exec(JSON.stringify(body))?.[0] ?? "";
}

/** Returns the body of a request, with the media type of the route if it isn't JSON. */
function sentTo({ id, receives }: { id: string; receives: string | undefined }) {
  if (receives !== undefined) return { headers: { "content-type": receives } };
  return id in BODIES ? { body: BODIES[id] } : {};
}

/** Needs a second commit, which must be one of the site itself. */
const COMPARING = "comparePublishes";

/** Returns a path with the ids of one site, except for the last one. */
function pathAt(path: string, siteId: string, own: Things, last: string): string {
  const params = [...path.matchAll(/\{\w+\}/g)];
  return path.replaceAll(/\{\w+\}/g, (param, at: number) => {
    if (param === "{site}") return siteId;
    if (param === "{api_id}") return "posts";
    return at === params.at(-1)?.index ? last : (own[path.slice(0, at + param.length)] ?? "");
  });
}

test("rejects ids of another site on every route, for every user (AUT-20, IDP-16)", async () => {
  const hq = await openManagedHq();
  onTestFinished(() => hq.close());
  await hq.addWorkspace("client", await hq.addPerson("zoe"));
  const [mine, other] = [await makeSite(hq, "Mine"), await makeSite(hq, "Other")];
  const asked = new Set<string>();
  const notAsked = new Set<string>();
  for (const { id, method, path, receives } of manageRoutes(hq.services)) {
    const of = /^.*\/\{\w+\}(?=\/|$)/.exec(path)?.[0] ?? "";
    const [theirs, ours] = [other.things[of], mine.things[of]];
    if (theirs === undefined || ours === undefined) {
      if (path.startsWith("/sites/{site}/") && !of.endsWith("{api_id}")) notAsked.add(of);
      continue;
    }
    asked.add(of);
    const user = path.includes("/transfers/") ? "zoe" : "admin";
    const answer = await hq.ask(
      user,
      method.toUpperCase(),
      pathAt(path, mine.id, mine.things, theirs) + (id === COMPARING ? `?since=${ours}` : ""),
      {
        ...sentTo({ id, receives }),
      },
    );
    expect([id, answer.status]).toEqual([id, 404]);
  }
  expect([...asked].toSorted()).toEqual(Object.keys(mine.things).toSorted());
  // These paths have no id of an object of a site: users don't belong to sites.
  expect([...notAsked].toSorted()).toEqual(["/sites/{site}", "/sites/{site}/access/{user}"]);
  // Nothing was deleted. Entries are read below their type.
  for (const [of, thing] of Object.entries(other.things)) {
    if (/\{site\}\/entries|keys|transfers|comments|changes\/\{n\}\/(?:types|media)/.test(of))
      continue;
    const { status } = await hq.ask("admin", "GET", pathAt(of, other.id, other.things, thing));
    expect([of, status]).toEqual([of, 200]);
  }
});
