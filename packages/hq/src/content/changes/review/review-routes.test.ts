import { expect, test } from "vitest";
import { startMailbox } from "../../../../../../tests/support/hq/mailbox.ts";
import type { Answer } from "../../../server/manage-api.fixture.ts";
import type { Person, SiteApi } from "../../../server/site-api.fixture.ts";
import { makePost } from "../../entries/entries.fixture.ts";
import { openSite, POSTS, propose } from "../changes.fixture.ts";

const COMMENTS = "/changes/1/comments";
const PATH = "content/posts/proposed.md";

async function addComment(hq: SiteApi, as: Person, body: object): Promise<string> {
  hq.time += 1000;
  const response = await hq.ask("POST", COMMENTS, { as, body });
  expect([response.status, response.body["detail"]]).toEqual([201, undefined]);
  return String(response.body["id"]);
}

/** Returns the list for a user. */
async function listed(hq: SiteApi, as: Person, query = ""): Promise<Answer["body"]> {
  const { body } = await hq.ask("GET", `/changes?state=open${query}`, { as });
  return body;
}

test("groups comments into threads on the change, a field, or a quote", async () => {
  const hq = await openSite();
  const head = await propose(hq);
  const about = { path: PATH, field: "title", line: 4, quote: "Proposed" };
  const created = await hq.ask("POST", COMMENTS, {
    as: "editor",
    body: { body: "Shorter?", ...about },
  });
  const first = String(created.body["id"]);
  expect(created).toMatchObject({
    status: 201,
    body: { ...about, body: "Shorter?", threadId: first, head, resolvedAt: null, mentions: [] },
  });
  const answer = await addComment(hq, "writer", { body: "Why, @[Ed](u-editor)?", replyTo: first });
  await addComment(hq, "admin", { body: "So that it fits.", replyTo: answer });
  await addComment(hq, "admin", { body: "Fine." });
  const misplaced = { body: "x", replyTo: first, field: "intro" };
  expect(await hq.ask("POST", COMMENTS, { body: misplaced })).toMatchObject({ status: 422 });
  expect(await hq.ask("POST", COMMENTS, { body: { body: "x", replyTo: "cnone" } })).toMatchObject({
    status: 404,
  });
  const none = await hq.ask("POST", COMMENTS, { as: "viewer", body: { body: "x" } });
  expect(none.status).toBe(403);

  const resolved = await hq.ask("PATCH", `${COMMENTS}/${answer}`, {
    as: "writer",
    body: { resolved: true },
  });
  expect(resolved.body).toMatchObject({ id: answer, resolvedAt: null });
  const { body } = await hq.ask("GET", COMMENTS, { as: "viewer" });
  expect(body).toMatchObject({
    totalCount: 4,
    contents: [
      { body: "Shorter?", resolvedAt: expect.any(String), resolvedBy: "u-writer" },
      { threadId: first, mentions: ["u-editor"], path: null },
      { threadId: first },
      { body: "Fine.", path: null },
    ],
    people: [
      { id: "u-admin", name: "admin" },
      { id: "u-editor", name: "editor" },
      { id: "u-writer", name: "writer" },
    ],
  });
  expect((await listed(hq, "viewer"))["contents"]).toMatchObject([{ comments: 4, openThreads: 1 }]);
  await hq.ask("PATCH", `${COMMENTS}/${first}`, { as: "writer", body: { resolved: false } });
  expect((await listed(hq, "viewer"))["contents"]).toMatchObject([{ openThreads: 2 }]);
});

test("lets users edit and delete their own comments; replies keep their thread", async () => {
  const hq = await openSite();
  await propose(hq);
  const first = await addComment(hq, "editor", { body: "Shorter?", path: PATH });
  const answer = await addComment(hq, "writer", { body: "No.", replyTo: first });
  const at = `${COMMENTS}/${answer}`;
  const others = await hq.ask("PATCH", at, { as: "editor", body: { body: "Yes." } });
  expect(others).toMatchObject({ status: 403 });
  const edited = await hq.ask("PATCH", at, { as: "writer", body: { body: "Yes." } });
  expect(edited.body).toMatchObject({ body: "Yes.", editedAt: expect.any(String) });

  const remove = (id: string, as: Person) => hq.ask("DELETE", `${COMMENTS}/${id}`, { as });
  expect((await remove(first, "writer")).status).toBe(403);
  expect((await remove(first, "editor")).status).toBe(204);
  const { body } = await hq.ask("GET", COMMENTS);
  expect(body["contents"]).toMatchObject([
    { id: first, body: "", path: PATH, deletedAt: expect.any(String) },
    { id: answer, threadId: first },
  ]);
  expect((await listed(hq, "admin"))["contents"]).toMatchObject([{ comments: 1 }]);
  // Deleting the last reply deletes the thread; approvers can delete comments of others.
  expect((await remove(answer, "editor")).status).toBe(204);
  expect((await hq.ask("GET", COMMENTS)).body).toMatchObject({ totalCount: 0 });
});

test("marks activity of others as unread for each user until it is seen", async () => {
  const hq = await openSite();
  await propose(hq);
  hq.time += 1000;
  const unread = async (as: Person): Promise<unknown> => (await listed(hq, as))["contents"];
  expect(await unread("writer")).toMatchObject([{ unread: false, unreadComments: 0 }]);
  expect(await unread("viewer")).toMatchObject([{ unread: true }]);
  expect(await listed(hq, "viewer")).toMatchObject({ counts: { open: 1, unread: 1 } });

  const seen = async (as: Person, body?: object): Promise<number> =>
    (await hq.ask("PUT", "/changes/1/seen", { as, ...(body && { body }) })).status;
  expect(await seen("viewer")).toBe(204);
  expect(await listed(hq, "viewer")).toMatchObject({ counts: { unread: 0 } });
  const { body: shown } = await hq.ask("GET", "/changes/1", { as: "writer" });
  await addComment(hq, "editor", { body: "Shorter?" });
  for (const as of ["viewer", "writer"] as const) {
    expect(await unread(as)).toMatchObject([{ unread: true, unreadComments: 1 }]);
  }
  expect(await unread("editor")).toMatchObject([{ unreadComments: 0 }]);
  // Activity after the displayed response stays unread, and an earlier mark has no effect.
  await seen("writer", { until: shown["asOf"] });
  expect(await unread("writer")).toMatchObject([{ unread: true }]);
  await seen("writer");
  await seen("writer", { until: shown["asOf"] });
  expect(await unread("writer")).toMatchObject([{ unread: false }]);

  hq.time += 1000;
  const fields = { title: "Proposed again" };
  await hq.ask("PATCH", `/changes/1${POSTS}/proposed`, { as: "editor", body: { fields } });
  expect(await unread("writer")).toMatchObject([{ unread: true, unreadComments: 0 }]);
  expect((await listed(hq, "writer", "&unread=false"))["contents"]).toEqual([]);
  expect((await listed(hq, "writer", "&unread=true"))["totalCount"]).toBe(1);
  expect((await hq.ask("PUT", "/changes/1/seen", { as: "stranger" })).status).toBe(404);
});

test("filters lists by author or reviewer", async () => {
  const hq = await openSite();
  await propose(hq);
  const body = { title: "Mine", reviewers: ["u-writer", "u-writer"] };
  const opened = await hq.ask("POST", "/changes", { as: "editor", body });
  expect(opened.body).toMatchObject({ number: 2, reviewers: ["u-writer"] });
  const numbers = async (query: string): Promise<unknown> =>
    (await listed(hq, "admin", query))["contents"];
  expect(await numbers("&author=u-writer")).toMatchObject([{ number: 1 }]);
  expect(await numbers("&reviewer=u-writer")).toMatchObject([{ number: 2 }]);
  expect(await numbers("&reviewer=u-write")).toEqual([]);
  const strangers = { title: "x", reviewers: ["u-stranger"] };
  expect(await hq.ask("POST", "/changes", { body: strangers })).toMatchObject({ status: 422 });
});

test("keeps a file marked as viewed until it changes", async () => {
  const hq = await openSite();
  await propose(hq);
  const body = { path: PATH };
  expect((await hq.ask("PUT", "/changes/1/viewed", { as: "viewer", body })).status).toBe(204);
  const entries = async (as: Person): Promise<unknown> =>
    (await hq.ask("GET", "/changes/1", { as })).body["entries"];
  expect(await entries("viewer")).toMatchObject([{ path: PATH, viewed: true }]);
  expect(await entries("editor")).toMatchObject([{ path: PATH, viewed: false }]);
  const fields = { title: "Proposed again" };
  await hq.ask("PATCH", `/changes/1${POSTS}/proposed`, { as: "writer", body: { fields } });
  expect(await entries("viewer")).toMatchObject([{ viewed: false }]);
  await hq.ask("PUT", "/changes/1/viewed", { as: "viewer", body });
  const untick = { path: PATH, viewed: false };
  await hq.ask("PUT", "/changes/1/viewed", { as: "viewer", body: untick });
  expect(await entries("viewer")).toMatchObject([{ viewed: false }]);
});

test("rejects approval by the last user who pushed", async () => {
  const hq = await openSite();
  await hq.ask("PATCH", "", { body: { reviewRequired: true } });
  const first = await propose(hq);
  const fields = { title: "Mine, too" };
  const saved = await hq.ask("PATCH", `/changes/1${POSTS}/proposed`, {
    as: "editor",
    body: { fields },
  });
  const head = saved.body["commit"];
  expect(head).not.toBe(first);
  const approve = (as: Person) => hq.ask("POST", "/changes/1/approve", { as, body: { head } });
  expect((await approve("editor")).status).toBe(403);
  expect((await approve("admin")).status).toBe(200);
  expect((await hq.ask("POST", "/changes/1/merge", { as: "writer" })).status).toBe(200);
});

test("does not count merging main as a contribution", async () => {
  const hq = await openSite();
  await propose(hq);
  const fields = { title: "Mine, too" };
  await hq.ask("PATCH", `/changes/1${POSTS}/proposed`, { as: "editor", body: { fields } });
  await makePost(hq, { title: "Meanwhile" }, "meanwhile");
  const { body } = await hq.ask("POST", "/changes/1/update");
  const approve = (as: Person) =>
    hq.ask("POST", "/changes/1/approve", { as, body: { head: body["head"] } });
  expect((await approve("editor")).status).toBe(403);
  expect((await approve("admin")).status).toBe(200);
});

test("notifies users by mail of review requests, comments, and decisions", async () => {
  const mailbox = await startMailbox();
  const hq = await openSite({ LOAM_SMTP_URL: mailbox.url, LOAM_MAIL_FROM: "cms@example.test" });
  const head = await propose(hq);
  await makePost(hq, { title: "Other" });
  const reviewers = ["u-editor"];
  await hq.ask("PATCH", "/changes/1", { as: "writer", body: { reviewers } });
  const asked = await mailbox.next();
  expect(asked.to).toEqual(["editor@example.test"]);
  expect(asked.text).toContain("[Blog] New words (1)");
  expect(asked.text).toContain(`https://hq.example/sites/${hq.site.id}/review/1`);
  // No repeated notifications, and none to users without access.
  await hq.ask("PATCH", "/changes/1", { as: "writer", body: { reviewers, title: "Newer words" } });
  const text = "So, @[Vi](u-viewer) and @[Str](u-stranger)?";
  const first = await addComment(hq, "editor", { body: text, path: PATH, field: "title" });
  const mails = [await mailbox.next(), await mailbox.next()];
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([
    "viewer@example.test",
    "writer@example.test",
  ]);
  expect(mails[0]?.text).toContain("So, @Vi and @Str?");
  await addComment(hq, "writer", { body: "Yes.", replyTo: first });
  expect((await mailbox.next()).to).toEqual(["editor@example.test"]);
  await hq.ask("POST", "/changes/1/approve", { as: "editor", body: { head } });
  expect((await mailbox.next()).text).toContain("editor approved your change request.");
  await hq.ask("POST", "/changes/1/merge");
  const ends = [await mailbox.next(), await mailbox.next()];
  expect(ends.flatMap(({ to }) => to).toSorted()).toEqual([
    "editor@example.test",
    "writer@example.test",
  ]);
  expect(mailbox.letters).toHaveLength(7);
});
