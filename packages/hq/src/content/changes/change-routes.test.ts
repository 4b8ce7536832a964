import { expect, test } from "vitest";
import type { SiteApi } from "../../server/site-api.fixture.ts";
import { makePost } from "../entries/entries.fixture.ts";
import { createChangeMaintenance } from "./change-maintenance.ts";
import { openSite, POSTS, propose } from "./changes.fixture.ts";

const DAY_MS = 24 * 60 * 60_000;

test("names a branch after its title without diacritics", async () => {
  const hq = await openSite();
  const { body } = await hq.ask("POST", "/changes", { body: { title: "Ümlaute für Café" } });
  expect(body).toMatchObject({ branch: "change/1-umlaute-fur-cafe" });
});

test("keeps a proposed entry on the branch until the change request is merged", async () => {
  const hq = await openSite();
  const head = await propose(hq);
  const detail = await hq.ask("GET", "/changes/1", { as: "viewer" });
  expect(detail.body).toMatchObject({
    change: { number: 1, title: "New words", branch: "change/1-new-words", state: "open" },
    head,
    commits: [{ commit: head, author: { name: "writer" } }],
    entries: [{ kind: "added", type: "posts", slug: "proposed", title: "Proposed" }],
    media: [],
    types: [],
    files: [],
    merge: { possible: true, blockedBy: [], conflicts: [], issues: [] },
  });
  expect((await hq.ask("GET", `${POSTS}/proposed`)).status).toBe(404);
  const lines = await hq.ask("GET", "/changes/1/diff", { as: "viewer" });
  expect(lines.body).toMatchObject({ to: head, diff: expect.stringMatching(/^\+.*: Proposed$/m) });

  const merged = await hq.ask("POST", "/changes/1/merge", { as: "writer", body: { head } });
  expect(merged).toMatchObject({
    status: 200,
    body: { published: 0, change: { state: "merged", mergedCommit: merged.body["commit"] } },
  });
  expect((await hq.ask("GET", `${POSTS}/proposed`)).body).toMatchObject({ state: "draft" });
  const after = await hq.ask("GET", "/changes/1");
  expect(after.body).toMatchObject({ entries: [{ slug: "proposed" }], merge: null, head });
  expect((await hq.ask("POST", "/changes/1/merge")).status).toBe(409);
  const list = await hq.ask("GET", "/changes?state=open");
  expect(list.body).toMatchObject({ contents: [], totalCount: 0, counts: { merged: 1 } });
});

test("publishes the changes of a merge on request, and nothing else", async () => {
  const hq = await openSite();
  await propose(hq);
  await makePost(hq, { title: "A draft of somebody" }, "draft");
  const merged = await hq.ask("POST", "/changes/1/merge", { body: { publish: true } });
  expect(merged.body).toMatchObject({ published: 1 });
  expect((await hq.ask("GET", `${POSTS}/proposed`)).body).toMatchObject({ state: "published" });
  expect((await hq.ask("GET", `${POSTS}/draft`)).body).toMatchObject({ state: "draft" });
});

test("reports that the merge succeeded if publishing fails", async () => {
  const hq = await openSite();
  await propose(hq);
  const body = { slug: "untitled", fields: { intro: "Text" } };
  await hq.ask("POST", `/changes/1${POSTS}`, { as: "writer", body });
  const merged = await hq.ask("POST", "/changes/1/merge", { body: { publish: true } });
  expect(merged).toMatchObject({ status: 422, body: { code: "publish_refused" } });
  expect(merged.body["detail"]).toMatch(
    /^The change request was merged, but not published: .*title is required/,
  );
  expect((await hq.ask("GET", "/changes/1")).body).toMatchObject({ change: { state: "merged" } });
});

test("requires permission for the changes, and merges only the reviewed commit", async () => {
  const hq = await openSite();
  const head = await propose(hq);
  const stale = await hq.ask("POST", "/changes/1/merge", { body: { head: "0".repeat(40) } });
  expect(stale).toMatchObject({ status: 412, body: { code: "stale" } });
  expect((await hq.ask("POST", "/changes/1/merge", { as: "viewer" })).status).toBe(403);
  const scopes = ["content:read", "content:write"] as const;
  const body = { head, publish: true };
  const unpublished = await hq.ask("POST", "/changes/1/merge", { scopes, body });
  expect(unpublished).toMatchObject({ status: 403 });
});

test("shows a conflict by entry and field, and resolves it on the branch", async () => {
  const hq = await openSite();
  const { id, slug } = await makePost(hq, { title: "One", intro: "Text" }, "one");
  await hq.ask("POST", "/changes", { body: { title: "Other title" } });
  const branch = `/changes/1${POSTS}/${id}`;
  await hq.ask("PATCH", branch, { body: { fields: { title: "Branch" } } });
  await hq.ask("PATCH", `${POSTS}/${id}`, { body: { fields: { title: "Main", price: 1 } } });
  const { body } = await hq.ask("GET", "/changes/1");
  expect(body["merge"]).toMatchObject({
    possible: false,
    blockedBy: ["conflicts"],
    conflicts: [
      {
        file: `content/posts/${slug}.md`,
        path: "title",
        base: "One",
        main: "Main",
        branch: "Branch",
      },
    ],
  });
  expect(await hq.ask("POST", "/changes/1/merge")).toMatchObject({ status: 409 });
  expect(await hq.ask("POST", "/changes/1/update")).toMatchObject({ status: 409 });

  const file = `content/posts/${slug}.md`;
  const decisions = [{ file, path: "title", take: "main" }];
  const decided = await hq.ask("POST", "/changes/1/update", { body: { decisions } });
  expect(decided.status).toBe(200);
  expect((await hq.ask("GET", "/changes/1")).body).toMatchObject({
    merge: { blockedBy: [], conflicts: [] },
  });
  await hq.ask("PATCH", branch, { body: { fields: { title: "Both" } } });
  expect((await hq.ask("POST", "/changes/1/merge")).status).toBe(200);
  const { body: entry } = await hq.ask("GET", `${POSTS}/${id}`);
  expect(entry).toMatchObject({ fields: { title: "Both", price: 1 } });
});

test("requires approved change requests on a site that requires reviews", async () => {
  const hq = await openSite();
  const { id } = await makePost(hq, { title: "One" }, "one");
  const on = await hq.ask("PATCH", "", { body: { reviewRequired: true } });
  expect(on.body).toMatchObject({ reviewRequired: true });
  for (const [method, path, body] of [
    ["POST", POSTS, { fields: { title: "x" } }],
    ["PATCH", `${POSTS}/${id}`, { fields: { title: "x" } }],
    ["DELETE", `${POSTS}/${id}`, undefined],
    ["POST", "/types", { apiId: "notes", label: "Notes", kind: "list", fields: [] }],
    ["POST", "/entries/bulk", { action: "delete", entries: [id] }],
  ] as const) {
    const answer = await hq.ask(method, path, body === undefined ? {} : { body });
    expect([path, answer.status, answer.body["code"]]).toEqual([path, 403, "review_required"]);
  }
  expect((await hq.ask("POST", `${POSTS}/${id}/publish`)).status).toBe(200);

  const head = await propose(hq);
  const unseen = await hq.ask("POST", "/changes/1/merge");
  expect(unseen).toMatchObject({ status: 403, body: { code: "review_required" } });
  const approve = (as: "writer" | "editor" | "admin", body: object) =>
    hq.ask("POST", "/changes/1/approve", { as, body });
  expect((await approve("writer", { head })).status).toBe(403);
  expect((await approve("editor", { head: "0".repeat(40) })).status).toBe(412);
  await approve("admin", { head });
  await approve("editor", { head, verdict: "changes_requested" });
  const asked = await hq.ask("GET", "/changes/1");
  expect(asked.body["merge"]).toMatchObject({ blockedBy: ["changes_requested"] });
  expect((await approve("editor", { head })).status).toBe(200);

  // Later commits are not approved.
  const body = { slug: "second", fields: { title: "Second" } };
  const more = await hq.ask("POST", `/changes/1${POSTS}`, { as: "writer", body });
  const { body: again } = await hq.ask("GET", "/changes/1");
  expect(again).toMatchObject({
    change: { reviews: [{ verdict: "approved", current: false }, { current: false }] },
    merge: { blockedBy: ["approval_missing"] },
  });
  await approve("editor", { head: more.body["commit"] });
  expect((await hq.ask("POST", "/changes/1/merge", { as: "writer" })).status).toBe(200);
});

test("rejects approving one's own change request", async () => {
  const hq = await openSite();
  const opened = await hq.ask("POST", "/changes", { as: "editor", body: { title: "Mine" } });
  expect(opened.status).toBe(201);
  const { body } = await hq.ask("GET", "/changes/1");
  const head = body["head"];
  const own = await hq.ask("POST", "/changes/1/approve", { as: "editor", body: { head } });
  expect(own.status).toBe(403);
});

test("lets the author or an approver set reviewers and close it; the branch stays", async () => {
  const hq = await openSite();
  const head = await propose(hq);
  const opened = await hq.ask("POST", "/changes", { as: "editor", body: { title: "Theirs" } });
  expect(opened.body).toMatchObject({ number: 2 });
  const other = await hq.ask("PATCH", "/changes/2", { as: "writer", body: { title: "x" } });
  expect(other.status).toBe(403);
  const strangers = { reviewers: ["unobody"] };
  expect(await hq.ask("PATCH", "/changes/1", { body: strangers })).toMatchObject({ status: 422 });
  const { body: first } = await hq.ask("GET", "/changes/2");
  const editor = Object(first["change"])["createdBy"];
  const body = { title: "Better words", reviewers: [editor] };
  const changed = await hq.ask("PATCH", "/changes/1", { as: "writer", body });
  expect(changed.body).toMatchObject(body);
  const closed = await hq.ask("POST", "/changes/1/close", { as: "writer" });
  expect(closed.body).toMatchObject({ state: "closed" });
  expect((await hq.ask("GET", "/changes/1")).body).toMatchObject({ head, merge: null });
  const again = await hq.ask("POST", "/changes", {
    body: { title: "Again", from: "change/1-new-words" },
  });
  expect(again.body).toMatchObject({ number: 3, branch: "change/1-new-words" });
  const twice = await hq.ask("POST", "/changes", {
    body: { title: "Twice", from: "change/1-new-words" },
  });
  expect(twice).toMatchObject({ status: 409, body: { code: "conflict" } });
});

test("opens change requests only for existing branches other than main and published", async () => {
  const hq = await openSite();
  for (const [from, status] of [
    ["main", 422],
    ["published", 422],
    ["nowhere", 404],
    ["../main", 422],
  ] as const) {
    const { status: answered } = await hq.ask("POST", "/changes", { body: { title: "x", from } });
    expect([from, answered]).toEqual([from, status]);
  }
});

/** Merges only in Git, as if HQ were killed before recording the merge. */
async function mergeWithoutRecording(hq: SiteApi): Promise<string> {
  const { store } = await hq.services.sites.content(hq.site.id);
  const tip = await store.repository.resolveRef("refs/heads/change/1-new-words");
  const { commit } = await store.mergeBranch(tip ?? "", {
    actor: { name: "editor", email: "editor@example.test" },
    message: "Merge change 1: New words",
    trailers: { "Loam-Action": "merge-change", "Loam-Change": "1" },
    allow: () => undefined,
  });
  await hq.services.sites.follow(hq.site.id);
  return commit;
}

/** Operations that can come first after HQ was interrupted. */
const RECOVERIES: Readonly<Record<string, (hq: SiteApi) => Promise<unknown>>> = {
  read: (hq) => hq.ask("GET", "/changes/1"),
  merge: (hq) => hq.ask("POST", "/changes/1/merge", { body: { publish: true } }),
  async start({ services: { hq, sites }, site }) {
    const { repository } = (await sites.content(site.id)).store;
    await createChangeMaintenance(hq).run(site.id, repository);
  },
};

test.for(Object.keys(RECOVERIES))("records an interrupted merge on the next %s", async (name) => {
  const hq = await openSite();
  const head = await propose(hq);
  const mergedCommit = await mergeWithoutRecording(hq);
  // A new change request also has nothing to merge, which must not mark it as merged.
  await hq.ask("POST", "/changes", { body: { title: "New" } });
  await RECOVERIES[name]?.(hq);
  const { body } = await hq.ask("GET", "/changes/1");
  expect(body).toMatchObject({
    change: { state: "merged", mergedCommit, endedBy: "u-editor", head },
    entries: [{ slug: "proposed" }],
    merge: null,
  });
  const state = name === "merge" ? "published" : "draft";
  expect((await hq.ask("GET", `${POSTS}/proposed`)).body).toMatchObject({ state });
  const { repository } = (await hq.services.sites.content(hq.site.id)).store;
  expect(await repository.resolveRef("refs/heads/change/1-new-words")).toBeUndefined();
  const nothing = await hq.ask("POST", "/changes/2/merge");
  expect(nothing).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await hq.ask("GET", "/changes/2")).body).toMatchObject({ change: { state: "open" } });
});

test("removes a closed branch after a month, unless it was reopened", async () => {
  const hq = await openSite();
  const head = await propose(hq);
  await hq.ask("POST", "/changes/1/close");
  const { database, now } = hq.services.hq;
  const { repository } = (await hq.services.sites.content(hq.site.id)).store;
  const branch = async (): Promise<unknown> => {
    await createChangeMaintenance({ database, now }).run(hq.site.id, repository);
    return repository.resolveRef("refs/heads/change/1-new-words");
  };
  hq.time += 29 * DAY_MS;
  expect(await branch()).toBe(head);
  const body = { title: "Again", from: "change/1-new-words" };
  await hq.ask("POST", "/changes", { body });
  hq.time += 2 * DAY_MS;
  expect(await branch()).toBe(head);
  await hq.ask("POST", "/changes/2/close");
  hq.time += 31 * DAY_MS;
  expect(await branch()).toBeUndefined();
  expect((await hq.ask("GET", "/changes/1")).body).toMatchObject({ pruned: false, head });
});
