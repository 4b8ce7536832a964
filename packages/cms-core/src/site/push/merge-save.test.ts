import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../../tests/support/temporary-folder.ts";
import { isCmsError } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { EntryValues, FieldValue } from "../../model/entry.ts";
import type { SavedEntry } from "../save/save-rules.ts";
import { createSite, type SiteStore } from "../site-store.ts";

const ann = { actor: { name: "Ann", email: "ann@example.test" } };
const bob = { actor: { name: "Bob", email: "bob@example.test" } };
const plain = { required: false, multiple: false };
const POSTS: ContentType = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...plain, id: "title", apiId: "title", label: "Title", type: "text" },
    { ...plain, id: "lead", apiId: "summary", label: "Summary", type: "textarea" },
    { ...plain, multiple: true, id: "tags", apiId: "tags", label: "Tags", type: "text" },
    { ...plain, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
};

async function newStore(): Promise<SiteStore> {
  const config = { id: newId("site"), name: "Test", paths: {}, routes: {} };
  const store = await createSite(`${await temporaryFolder()}/site.git`, config, ann);
  onTestFinished(async () => store.close());
  await store.saveType(POSTS, ann);
  await store.publishSchema("posts", ann);
  return store;
}

const VALUES: Readonly<Record<string, FieldValue>> = {
  title: "Hello",
  lead: "One. Two.",
  tags: ["git"],
  body: "First.\n\nSecond.",
};

function values(changes: Readonly<Record<string, FieldValue>> = {}): EntryValues {
  return new Map(Object.entries({ ...VALUES, ...changes }));
}

async function start(store: SiteStore): Promise<SavedEntry> {
  return store.saveEntry({ type: "posts", slug: "hello", values: values() }, ann);
}

async function refused(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (isCmsError(error)) return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error("was not refused");
}

test("keeps saves of different fields from one version and reports the merge", async () => {
  const store = await newStore();
  const { ref } = await start(store);
  const edit = { type: "posts", id: ref.id, base: ref.blob };
  const first = await store.saveEntry({ ...edit, values: values({ title: "Hi" }) }, ann);
  const second = await store.saveEntry(
    { ...edit, values: values({ body: "First.\n\nNew." }) },
    bob,
  );

  expect([first.merged, second.merged]).toEqual([false, true]);
  expect(second.fromOthers).toEqual(["title"]);
  expect(second.entry.values).toEqual(values({ title: "Hi", body: "First.\n\nNew." }));
  expect(await store.readEntry(second.ref)).toEqual(second.entry);
});

test("rejects conflicting saves with the three values and writes nothing", async () => {
  const store = await newStore();
  const { ref } = await start(store);
  const edit = { type: "posts", id: ref.id, base: ref.blob };
  const first = await store.saveEntry({ ...edit, values: values({ lead: "Eins. Two." }) }, ann);
  const head = store.head();
  const failure = await refused(
    store.saveEntry({ ...edit, values: values({ lead: "Uno. Two.", title: "Hola" }) }, bob),
  );

  expect(failure).toEqual({
    code: "stale",
    details: {
      base: ref.blob,
      current: first.ref.blob,
      conflicts: [{ path: "summary", base: "One. Two.", ours: "Uno. Two.", theirs: "Eins. Two." }],
      // Keyed by internal ids; undecided fields have one of the two values.
      merged: expect.objectContaining({ title: "Hola", lead: expect.any(String) }),
    },
  });
  expect(store.head()).toBe(head);
});

test("keeps a rename by someone else and rejects conflicting renames", async () => {
  const store = await newStore();
  const { ref } = await start(store);
  const edit = { type: "posts", id: ref.id, base: ref.blob, baseSlug: "hello" };
  await store.saveEntry({ ...edit, values: values(), slug: "hi" }, ann);
  const merged = await store.saveEntry(
    { ...edit, values: values({ title: "Hi" }), slug: "hello" },
    bob,
  );
  expect(merged.ref.path).toBe("content/posts/hi.md");
  expect(merged.fromOthers).toEqual(["slug"]);

  const failure = await refused(store.saveEntry({ ...edit, values: values(), slug: "hallo" }, bob));
  expect(failure).toMatchObject({
    details: { conflicts: [{ path: "slug", base: "hello", ours: "hallo", theirs: "hi" }] },
  });
});

test("rejects an edit of a deleted entry or of an unknown version", async () => {
  const store = await newStore();
  const { ref } = await start(store);
  const edit = { type: "posts", id: ref.id, values: values({ title: "Hi" }) };
  const unknown = store.saveEntry({ ...edit, base: "0".repeat(39) + "1" }, ann);
  expect(await refused(unknown)).toMatchObject({ code: "stale" });

  await store.deleteEntry(ref.id, ann);
  const deleted = store.saveEntry({ ...edit, base: ref.blob }, ann);
  expect(await refused(deleted)).toMatchObject({ code: "stale", details: { current: null } });
  expect(store.entries("posts")).toEqual([]);
});

test("merges an edit of an older schema version using the newest one", async () => {
  const store = await newStore();
  const { ref } = await start(store);
  const grown = { ...plain, id: "note", apiId: "note", label: "Note", type: "text" as const };
  await store.saveType({ ...POSTS, fields: [...POSTS.fields.slice(1), grown] }, ann);
  await store.publishSchema("posts", ann);
  const edit = { type: "posts", id: ref.id, base: ref.blob };
  await store.saveEntry({ ...edit, values: values({ note: "New", tags: ["git", "a"] }) }, ann);
  const saved = await store.saveEntry({ ...edit, values: values({ tags: ["git", "b"] }) }, bob);

  expect(saved.entry.schema).toBe(2);
  expect(saved.entry.values.get("tags")).toEqual(["git", "a", "b"]);
  expect(saved.entry.values.get("note")).toBe("New");
  expect(saved.entry.values.has("title")).toBe(false);
});

test("loses none of many concurrent saves from one version", async () => {
  const store = await newStore();
  const { ref } = await start(store);
  const edit = { type: "posts", id: ref.id, base: ref.blob };
  const names = Array.from({ length: 20 }, (_, at) => `tag-${at}`);
  await Promise.all(
    names.map(async (name) =>
      store.saveEntry({ ...edit, values: values({ tags: ["git", name] }) }, ann),
    ),
  );
  const last = await store.readEntry(store.findEntry("posts", ref.id) ?? ref);
  expect(last.values.get("tags")).toHaveLength(21);
  expect(last.values.get("tags")).toEqual(expect.arrayContaining(names));
});

test("keeps or explicitly rejects each edit of a pair of saves", async () => {
  const store = await newStore();
  const pairs = Array.from({ length: 25 }, async (_, at) => {
    const { ref } = await store.saveEntry(
      { type: "posts", slug: `post-${at}`, values: values() },
      ann,
    );
    const edit = { type: "posts", id: ref.id, base: ref.blob };
    const results = await Promise.all([
      store.saveEntry({ ...edit, values: values({ title: `Ann ${at}` }) }, ann),
      store.saveEntry({ ...edit, values: values({ body: `Bob ${at}.\n\nSecond.` }) }, bob),
    ]);
    const now = await store.readEntry(store.findEntry("posts", ref.id) ?? ref);
    return [now.values, results.filter(({ merged }) => merged).length, at] as const;
  });
  for (const [now, merged, at] of await Promise.all(pairs)) {
    expect(now).toEqual(values({ title: `Ann ${at}`, body: `Bob ${at}.\n\nSecond.` }));
    expect(merged).toBe(1);
  }
});

test("merges an edit of a type with later saves", async () => {
  const store = await newStore();
  const path = "types/posts/type.yml";
  const before = await store.repository.readPath(store.head(), path);
  const base = before?.oid ?? "";
  await store.saveType({ ...POSTS, label: "Articles" }, ann);
  const note = { ...plain, id: "note", apiId: "note", label: "Note", type: "text" as const };
  const { type } = await store.saveType(
    { ...POSTS, fields: [...POSTS.fields, note] },
    { ...bob, base },
  );
  expect(type.label).toBe("Articles");
  expect(type.fields.map(({ id }) => id)).toEqual(["title", "lead", "tags", "body", "note"]);

  const failure = await refused(store.saveType({ ...POSTS, label: "News" }, { ...bob, base }));
  expect(failure).toMatchObject({
    code: "stale",
    details: { conflicts: [{ path: "label", base: "Posts", ours: "News", theirs: "Articles" }] },
  });
});

test("merges an edit of a media record with later saves", async () => {
  const store = await newStore();
  const { record, blob } = await store.addMedia(
    {
      id: newId("media"),
      sha256: "0".repeat(64),
      filename: "a.jpg",
      mimeType: "image/jpeg",
      byteSize: 1,
      width: 1,
      height: 1,
      alt: "",
      createdAt: "2026-11-20T09:30:00.000Z",
      variants: [],
    },
    ann,
  );
  await store.editMedia(record.id, { alt: "A field" }, ann);
  const options = { ...bob, base: blob };
  const merged = await store.editMedia(record.id, { focalPoint: { x: 0, y: 1 } }, options);
  expect(merged.record).toEqual({ ...record, alt: "A field", focalPoint: { x: 0, y: 1 } });
  expect(await refused(store.editMedia(record.id, { alt: "A wood" }, options))).toMatchObject({
    details: { conflicts: [{ path: "alt", base: "", ours: "A wood", theirs: "A field" }] },
  });
});
