import { expect, test } from "vitest";
import type { ContentType, Field } from "../../model/content-type.ts";
import { newPlainStore, PLAIN_POSTS, plainFile, writeUnchecked } from "../plain-store.fixture.ts";
import { ann } from "../site-store.fixture.ts";

test("freezes a published schema version and publishes the next one only after changes", async () => {
  const store = await newPlainStore();
  const [title] = PLAIN_POSTS.fields;
  if (title === undefined) throw new Error("no field");
  const again = await store.publishSchema("posts", ann);
  await store.saveType({ ...PLAIN_POSTS, fields: [{ ...title, label: "Heading" }] }, ann);
  const second = await store.publishSchema("posts", ann);

  expect([again.version, second.version]).toEqual([1, 2]);
  expect(store.type("posts")?.versions.get(1)?.fields[0]?.label).toBe("Title");
});

test("keeps the published kind, API ids, field types, and ids", async () => {
  const store = await newPlainStore();
  const [title] = PLAIN_POSTS.fields;
  if (title === undefined) throw new Error("no field");
  const other = { ...title, id: "other", apiId: "other" };
  const save = async (fields: readonly Field[], kind: ContentType["kind"] = "list") =>
    store.saveType({ ...PLAIN_POSTS, kind, fields }, ann);

  await expect(save([title], "object")).rejects.toMatchObject({ code: "api_id_fixed" });
  await expect(save([{ ...title, apiId: "heading" }])).rejects.toMatchObject({
    code: "api_id_fixed",
    issues: [{ field: "heading" }],
  });
  await expect(save([{ ...title, type: "number" }])).rejects.toMatchObject({
    code: "invalid_schema",
    issues: [{ field: "title" }],
  });
  await save([other]);
  await store.publishSchema("posts", ann);
  await expect(save([title, other])).rejects.toMatchObject({
    code: "invalid_schema",
    issues: [{ field: "title" }],
  });
});

test("does not publish a pushed schema that breaks these rules", async () => {
  const store = await newPlainStore();
  const pushed = "apiId: posts\nkind: list\nlabel: Posts\nfields:\n";
  const field = "  - { id: title, apiId: title, label: Title, type: number }\n";
  await writeUnchecked(store, { "types/posts/type.yml": Buffer.from(pushed + field) });

  await expect(store.publishSchema("posts", ann)).rejects.toMatchObject({
    code: "invalid_schema",
    issues: [{ field: "title" }],
  });
});

test("continues the numbers, ids, and fields of a deleted type that is recreated", async () => {
  const store = await newPlainStore();
  const [title] = PLAIN_POSTS.fields;
  if (title === undefined) throw new Error("no field");
  const { ref } = await store.saveEntry({ type: "posts", values: new Map([["title", "A"]]) }, ann);
  await writeUnchecked(store, {
    "types/posts/type.yml": null,
    "types/posts/versions/1.json": null,
  });

  const again = async (fields: readonly Field[]) => store.saveType({ ...PLAIN_POSTS, fields }, ann);
  await expect(again([{ ...title, type: "number" }])).rejects.toMatchObject({
    code: "invalid_schema",
  });
  await again([{ ...title, id: "headline", apiId: "headline" }]);
  const { version } = await store.publishSchema("posts", ann);

  expect(version).toBe(2);
  expect([...(store.type("posts")?.versions.keys() ?? [])]).toEqual([1, 2]);
  expect(store.problems()).toEqual([]);
  expect((await store.readEntry(ref)).values).toEqual(new Map([["title", "A"]]));
});

test("does not reuse the numbers and ids of versions whose files were deleted", async () => {
  const store = await newPlainStore();
  const [title] = PLAIN_POSTS.fields;
  if (title === undefined) throw new Error("no field");
  const lead = { ...title, id: "lead", apiId: "lead" };
  for (const fields of [[title, lead], [title]]) {
    await store.saveType({ ...PLAIN_POSTS, fields }, ann);
    await store.publishSchema("posts", ann);
  }
  await writeUnchecked(store, {
    "types/posts/versions/2.json": null,
    "types/posts/versions/3.json": null,
  });

  await store.saveType({ ...PLAIN_POSTS, fields: [title, lead] }, ann);
  await expect(store.publishSchema("posts", ann)).rejects.toMatchObject({
    issues: [{ code: "invalid_schema", field: "lead" }],
  });
  await store.saveType({ ...PLAIN_POSTS, label: "Articles" }, ann);
  expect(await store.publishSchema("posts", ann)).toMatchObject({ version: 4 });
});

test("never restores a deleted version with other content", async () => {
  const store = await newPlainStore();
  const path = "types/posts/versions/1.json";
  const old = await store.repository.readPath(store.head(), path);
  const bytes = Buffer.from(old?.bytes ?? []);
  await writeUnchecked(store, { [path]: null });
  const apply = async (file: Buffer) =>
    store.applyFiles(new Map([[path, file]]), { ...ann, message: "Import" });

  await expect(
    apply(Buffer.from(bytes.toString().replace("Title", "Other"))),
  ).rejects.toMatchObject({
    code: "conflict",
    issues: [{ path }],
  });
  await apply(bytes);
  expect(store.type("posts")?.latest?.version).toBe(1);
});

test("keeps a type file's comments and creates no commit without changes", async () => {
  const store = await newPlainStore();
  const path = "types/posts/type.yml";
  const before = await store.repository.readPath(store.head(), path);
  const text = `# The blog.\n${Buffer.from(before?.bytes ?? []).toString()}`;
  await writeUnchecked(store, { [path]: Buffer.from(text) });
  const head = store.head();

  await store.saveType(PLAIN_POSTS, ann);
  expect(store.head()).toBe(head);
  await store.saveType({ ...PLAIN_POSTS, label: "Articles" }, ann);
  const after = await store.repository.readPath(store.head(), path);
  expect(Buffer.from(after?.bytes ?? []).toString()).toBe(
    text.replace("label: Posts", "label: Articles"),
  );
});

test("reads entries once the schema that they name arrives", async () => {
  const store = await newPlainStore();
  const file = Buffer.from(plainFile("A").toString().replace("schema: 1", "schema: 2"));
  await writeUnchecked(store, { "content/posts/a.yml": file });
  expect(store.problems()).toHaveLength(1);
  const [title] = PLAIN_POSTS.fields;
  if (title === undefined) throw new Error("no field");
  await store.saveType({ ...PLAIN_POSTS, fields: [{ ...title, help: "Short" }] }, ann);
  await store.publishSchema("posts", ann);

  expect(store.problems()).toEqual([]);
});
