import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

const POSTS = "/types/posts/entries";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

describe("saving", () => {
  test("replaces all values with PUT, changes some with PATCH, and removes them with null", async () => {
    const { id } = await makePost(hq, { title: "Values", price: 1, intro: "Short" });
    const patched = await hq.ask("PATCH", `${POSTS}/${id}`, {
      body: { fields: { price: 2, intro: null } },
    });
    expect(patched.body["fields"]).toEqual({ title: "Values", price: 2 });
    const put = await hq.ask("PUT", `${POSTS}/${id}`, { body: { fields: { intro: "New" } } });
    expect(put.body["fields"]).toEqual({ intro: "New" });
  });

  test("renames an entry and rejects invalid slugs", async () => {
    const { id } = await makePost(hq, { title: "Rename me" });
    const path = `${POSTS}/${id}`;
    expect((await hq.ask("PATCH", path, { body: { slug: "renamed" } })).body["slug"]).toBe(
      "renamed",
    );
    expect(await hq.ask("PATCH", path, { body: { slug: "../x" } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "slug" }] },
    });
  });

  test("makes no commit without changes", async () => {
    const { id, version } = await makePost(hq, { title: "Same" });
    const { store } = await hq.services.sites.content(hq.site.id);
    const head = store.head();
    const again = await hq.ask("PUT", `${POSTS}/${id}`, { body: { fields: { title: "Same" } } });
    expect([again.etag, store.head()]).toEqual([version, head]);
  });

  test("accepts and publishes three rich texts of maximum length", async () => {
    const fields = ["one", "two", "three"].map((apiId) => ({
      apiId,
      label: apiId,
      type: "richtext",
    }));
    await hq.ask("POST", "/types", {
      body: { apiId: "long", kind: "list", label: "Long", fields },
    });
    await hq.ask("POST", "/types/long/schema/publish");
    // Four bytes each in the file, twelve in the request.
    const text = "\u{20BB7}".repeat(200_000);
    const values = { one: text, two: text, three: text };
    const created = await hq.ask("POST", "/types/long/entries", { body: { fields: values } });
    expect([created.status, created.body["errors"]]).toEqual([201, undefined]);
    const path = `/types/long/entries/${String(created.body["id"])}`;
    expect((await hq.ask("GET", path)).body["fields"]).toEqual(values);
    expect((await hq.ask("POST", `${path}/publish`)).status).toBe(200);
    const patched = await hq.ask("PATCH", path, { body: { fields: { two: "Short" } } });
    expect(patched.body).toMatchObject({ state: "changed", fields: { ...values, two: "Short" } });
  });

  test("rejects an inexact number with its path", async () => {
    const { id } = await makePost(hq, { title: "Digits", price: 1 });
    const headers = { "content-type": "application/json" };
    for (const number of ["9007199254740993", "1e400", "0.100000000000000000000000000001"]) {
      const raw = `{"fields":{"price":${number}}}`;
      expect(await hq.ask("PATCH", `${POSTS}/${id}`, { raw, headers })).toMatchObject({
        status: 422,
        body: { code: "invalid", errors: [{ path: "price" }] },
      });
    }
    expect((await hq.ask("GET", `${POSTS}/${id}`)).body["fields"]).toMatchObject({ price: 1 });
  });

  test("merges concurrent edits of two editors", async () => {
    const { id, version } = await makePost(hq, {
      title: "Two",
      price: 1,
      faq: [{ id: "r1", question: "A" }],
    });
    const path = `${POSTS}/${id}`;
    const [one, two] = await Promise.all([
      hq.ask("PUT", path, {
        as: "writer",
        ifMatch: version,
        body: { fields: { title: "Two editors", price: 1, faq: [{ id: "r1", question: "A" }] } },
      }),
      hq.ask("PATCH", path, {
        as: "editor",
        ifMatch: version,
        body: { fields: { faq: [{ id: "r1", question: "A", answer: "B" }] } },
      }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const { body } = await hq.ask("GET", path);
    expect(body["fields"]).toEqual({
      title: "Two editors",
      price: 1,
      faq: [{ id: "r1", question: "A", answer: "B" }],
    });
    const merged = [one.body["fromOthers"], two.body["fromOthers"]].filter(Boolean);
    expect(merged).toHaveLength(1);
  });

  test("rejects conflicting edits and returns all versions by API id", async () => {
    const { id, version } = await makePost(hq, {
      title: "Base",
      faq: [{ id: "r1", question: "A" }],
    });
    const path = `${POSTS}/${id}`;
    const change = async (title: string, question: string, more: object) =>
      hq.ask("PATCH", path, {
        ifMatch: version,
        body: { fields: { title, faq: [{ id: "r1", question }], ...more } },
      });
    expect((await change("Theirs", "B", { price: 5 })).status).toBe(200);
    const refused = await change("Ours", "C", { isNew: true });
    expect(refused.status).toBe(412);
    expect(refused.body).toMatchObject({ code: "stale", base: version });
    expect(refused.body["conflicts"]).toEqual([
      { path: "title", base: "Base", ours: "Ours", theirs: "Theirs" },
      { path: "faq[r1].question", base: "A", ours: "C", theirs: "B" },
    ]);
    // Values without conflicts are already merged.
    expect(refused.body["merged"]).toMatchObject({ price: 5, isNew: true, faq: [{ id: "r1" }] });
    expect((await hq.ask("GET", path)).body["fields"]).toMatchObject({ title: "Theirs" });
  });

  test("keeps a rename that the editor did not see", async () => {
    const { id, version, slug } = await makePost(hq, { title: "Old name" });
    const path = `${POSTS}/${id}`;
    await hq.ask("PATCH", path, { body: { slug: "new-name" } });
    const body = { slug, baseSlug: slug, fields: { title: "Old name", price: 3 } };
    const saved = await hq.ask("PUT", path, { ifMatch: version, body });
    expect(saved.body).toMatchObject({ slug: "new-name", fields: { price: 3 } });
  });

  test("rejects a version that the entry never had", async () => {
    const { id } = await makePost(hq, { title: "Known" });
    const other = await makePost(hq, { title: "Another" });
    for (const ifMatch of ["0".repeat(40), other.version]) {
      for (const method of ["PUT", "PATCH"]) {
        const asking = { ifMatch, body: { fields: { price: 1 } } };
        const { status } = await hq.ask(method, `${POSTS}/${id}`, asking);
        expect(status).toBe(412);
      }
    }
  });

  test("keeps all edits of many concurrent editors of different fields", async () => {
    const { id } = await makePost(hq, { title: "Many" });
    const path = `${POSTS}/${id}`;
    const changes = [{ intro: "I" }, { body: "B" }, { price: 5 }, { isNew: true }, { kind: "b" }];
    const answers = await Promise.all(
      changes.map(async (fields) => hq.ask("PATCH", path, { body: { fields } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect((await hq.ask("GET", path)).body["fields"]).toEqual({
      title: "Many",
      ...Object.assign({}, ...changes),
    });
  });
});
