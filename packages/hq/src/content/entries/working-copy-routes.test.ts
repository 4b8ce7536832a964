import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type MadeEntry, makePost, makeTypes } from "./entries.fixture.ts";

let hq: SiteApi;
let post: MadeEntry;
let path: string;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
beforeEach(async () => {
  post = await makePost(hq, { title: "Rain" });
  path = `/types/posts/entries/${post.id}/working-copy`;
});
afterAll(async () => hq.close());

const asBusy = (api: SiteApi, below: string, ifMatch?: string) =>
  api.ask("PUT", below, {
    headers: { "x-person": "busy" },
    body: { fields: {} },
    ...(ifMatch !== undefined && { ifMatch }),
  });

const NEW = "/types/posts/entries/new%3Aq1w2e3r4/working-copy";

describe("a working copy", () => {
  test("stores edits as entered, by id or slug of the entry", async () => {
    const typed = { base: post.version, fields: { title: 12, intro: null, gone: ["x"] } };
    const stored = await hq.ask("PUT", path, { body: typed });
    expect(stored).toMatchObject({ status: 200, body: { id: post.id, type: "posts" } });
    expect(stored.etag).toBe(stored.body["version"]);
    const read = await hq.ask("GET", `/types/posts/entries/${post.slug}/working-copy`);
    expect(read.body["workingCopy"]).toEqual({ ...stored.body, ...typed });
    expect((await hq.ask("GET", `/types/posts/entries/${post.id}`)).etag).toBe(post.version);
  });

  test("is visible only to its user", async () => {
    await hq.ask("PUT", path, { body: { fields: { title: "Mine" } } });
    for (const as of ["writer", "viewer"] as const) {
      expect((await hq.ask("GET", path, { as })).body).toEqual({ workingCopy: null });
      expect((await hq.ask("GET", "/working-copies", { as })).body).toEqual({ workingCopies: [] });
    }
    const { workingCopies } = (await hq.ask("GET", "/working-copies")).body;
    expect(workingCopies).toContainEqual(expect.objectContaining({ id: post.id, type: "posts" }));
    expect(JSON.stringify(workingCopies)).not.toContain("Mine");
  });

  test("does not overwrite newer edits from another device", async () => {
    const body = { fields: { title: "At home" } };
    const first = await hq.ask("PUT", path, { body });
    const second = await hq.ask("PUT", path, {
      body: { fields: { title: "At work" } },
      ...(first.etag !== undefined && { ifMatch: first.etag }),
    });
    expect(second.status).toBe(200);
    for (const stale of [{}, { ifMatch: first.etag ?? "" }]) {
      const refused = await hq.ask("PUT", path, { body, ...stale });
      expect(refused).toMatchObject({
        status: 412,
        body: { code: "stale", current: second.etag },
      });
    }
    expect((await hq.ask("DELETE", path, { ifMatch: first.etag ?? "" })).status).toBe(412);
    expect((await hq.ask("DELETE", path, { ifMatch: second.etag ?? "" })).status).toBe(204);
    expect((await hq.ask("GET", path)).body).toEqual({ workingCopy: null });
    expect((await hq.ask("PUT", path, { body, ifMatch: second.etag ?? "" })).status).toBe(412);
  });

  test("of a new entry has its own name", async () => {
    const stored = await hq.ask("PUT", NEW, { body: { fields: { title: "Soon" } } });
    expect(stored.body).toMatchObject({ id: "new:q1w2e3r4", type: "posts" });
    expect((await hq.ask("DELETE", NEW)).status).toBe(204);
    expect((await hq.ask("GET", NEW)).body).toEqual({ workingCopy: null });
    for (const name of ["new%3Ax", "nope", "new-q1w2e3r4"]) {
      const other = `/types/posts/entries/${name}/working-copy`;
      expect((await hq.ask("PUT", other, { body: { fields: {} } })).status).toBe(404);
    }
    const noType = NEW.replace("posts", "nope");
    expect((await hq.ask("PUT", noType, { body: { fields: {} } })).status).toBe(404);
  });

  test("is deleted when its user saves, and kept when a client saves for them", async () => {
    await hq.ask("PUT", path, { body: { fields: { title: "Saved soon" } } });
    const entry = `/types/posts/entries/${post.id}`;
    const body = { fields: { title: "Saved" } };
    await hq.ask("PATCH", entry, { body, as: "writer" });
    await hq.ask("PATCH", entry, { body, scopes: ["content:read", "content:write"] });
    expect((await hq.ask("GET", path)).body["workingCopy"]).not.toBeNull();
    await hq.ask("PATCH", entry, { body });
    expect((await hq.ask("GET", path)).body["workingCopy"]).toBeNull();
  });

  test("is deleted when its user deletes the entry, individually or in bulk", async () => {
    const other = await makePost(hq, { title: "Hail" });
    const otherPath = `/types/posts/entries/${other.id}/working-copy`;
    for (const to of [path, otherPath]) {
      await hq.ask("PUT", to, { body: { fields: { title: "Gone" } } });
    }
    await hq.ask("DELETE", `/types/posts/entries/${post.id}`);
    await hq.ask("POST", "/entries/bulk", { body: { action: "delete", entries: [other.id] } });
    for (const from of [path, otherPath]) expect((await hq.ask("GET", from)).status).toBe(404);
    const { body } = await hq.ask("GET", "/working-copies");
    expect(JSON.stringify(body)).not.toContain(post.id);
    expect((await hq.ask("PUT", path, { body: { fields: {} } })).status).toBe(404);
  });

  test("is kept when someone else deletes the entry, and found after restoring", async () => {
    const typed = { fields: { title: "Not lost" } };
    await hq.ask("PUT", path, { as: "writer", body: typed });
    const entry = `/types/posts/entries/${post.id}`;
    const events = (await hq.ask("GET", `${entry}/history`)).body["events"];
    const [{ commit }] = z.tuple([z.object({ commit: z.string() })]).parse(events);
    await hq.ask("DELETE", entry);
    expect((await hq.ask("GET", path, { as: "writer" })).body["workingCopy"]).toMatchObject(typed);
    expect((await hq.ask("GET", path)).status).toBe(404);
    expect((await hq.ask("POST", `${entry}/restore`, { body: { commit } })).status).toBe(200);
    expect((await hq.ask("GET", path, { as: "writer" })).body["workingCopy"]).toMatchObject(typed);
  });

  test("of an entry deleted by someone else can be discarded", async () => {
    await hq.ask("PUT", path, { as: "writer", body: { fields: { title: "Enough" } } });
    await hq.ask("DELETE", `/types/posts/entries/${post.id}`);
    expect((await hq.ask("DELETE", path, { as: "writer" })).status).toBe(204);
    const { body } = await hq.ask("GET", "/working-copies", { as: "writer" });
    expect(JSON.stringify(body)).not.toContain(post.id);
  });

  test("is deleted with its user and limited to 200 per site", async () => {
    const { database } = hq.services.hq;
    const userId = (await hq.addPerson("busy", "owner")).userId;
    const row = {
      site_id: hq.site.id,
      user_id: userId,
      change_number: 0,
      type: "posts",
      content: '{"fields":{}}',
    };
    const many = Array.from({ length: 200 }, (_, index) => {
      return { ...row, entry_id: `new:entry${index}`, version: "v", kept_at: "2026-11-20" };
    });
    await database.insertInto("working_copies").values(many).execute();
    const keep = async (name: string, ifMatch?: string) =>
      asBusy(hq, `/types/posts/entries/${encodeURIComponent(name)}/working-copy`, ifMatch);
    expect(await keep("new:onemore1")).toMatchObject({
      status: 403,
      body: { code: "quota_exceeded" },
    });
    expect((await keep("new:entry100", "v")).status).toBe(200);
    const count = database.selectFrom("working_copies").where("user_id", "=", userId);
    await database.deleteFrom("users").where("id", "=", userId).execute();
    expect(await count.selectAll().execute()).toEqual([]);
  });

  test.each([
    ["viewer", 403],
    ["stranger", 404],
  ] as const)("cannot be stored by a %s", async (as, status) => {
    expect((await hq.ask("PUT", path, { as, body: { fields: {} } })).status).toBe(status);
    expect((await hq.ask("DELETE", path, { as })).status).toBe(status);
  });

  test("is rejected above a mebibyte", async () => {
    const body = { fields: { body: "x".repeat(1024 * 1024) } };
    expect((await hq.ask("PUT", path, { body })).status).toBe(413);
  });
});
