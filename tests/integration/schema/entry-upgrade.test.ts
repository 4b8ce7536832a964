import { describe, expect, test } from "vitest";
import { makeField } from "../../support/properties/make-fields.ts";
import { ACTOR, createBlog, type Blog } from "../../support/site/blog-site.ts";
import {
  changeSchema,
  entryText,
  withChanged,
  withField,
  without,
  withOptions,
} from "../../support/site/change-schema.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("schema"));
}

/** Saves an entry like a form: the displayed values, with one changed. */
async function saveForm({ store }: Blog, id: string, title: string): Promise<void> {
  const ref = store.entryById(id);
  if (ref === undefined) throw new Error(`no entry ${id}`);
  const { type, values } = await store.readUpgraded(ref);
  await store.saveEntry(
    { type, id, values: new Map([...values, ["title", title]]) },
    { actor: ACTOR },
  );
}

describe("SCH-08 an entry of an old version", () => {
  test("is read by it and shown by the newest without writing", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One", kind: "note", body: "Text." });
    await changeSchema(site, "posts", without("kind"));
    for (const name of ["a", "b", "c", "d"]) {
      await changeSchema(site, "posts", withField(makeField(name, "text")));
    }
    await changeSchema(site, "posts", withChanged("a", { label: "Another" }));
    const head = site.store.head();
    const ref = site.store.entryById(id);
    if (ref === undefined) throw new Error("no entry");

    const written = await site.store.readEntry(ref);
    const shown = await site.store.readUpgraded(ref);

    expect([written.schema, [...written.values.keys()]]).toEqual([1, ["title", "kind", "body"]]);
    expect([shown.schema, [...shown.values.keys()]]).toEqual([7, ["title", "body"]]);
    expect([site.store.head(), site.store.problems()]).toEqual([head, []]);
  });

  test("adopts the newest version on save and keeps deleted fields in its file", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One", kind: "note", body: "Text." });
    await changeSchema(site, "posts", without("kind"));
    const before = await entryText(site, id);

    await saveForm(site, id, "Two");

    const after = await entryText(site, id);
    expect(after).toBe(
      before.replace("schema: 1", "schema: 2").replace("title: One", "title: Two"),
    );
    expect(after).toContain("kind: note");
  });

  test("is refused with the value of a removed option", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One", kind: "note" });
    await changeSchema(site, "posts", withOptions("kind", { essay: "An essay" }));

    await expect(
      site.save("posts", "one", { title: "One", kind: "note" }, id),
    ).rejects.toMatchObject({ code: "invalid_entry", issues: [{ field: "kind" }] });
    await saveForm(site, id, "Two");
    expect(await entryText(site, id)).not.toContain("note");
  });
});

describe("the body of an entry", () => {
  test("of a deleted field stays in the file without other rich text", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One", body: "# Text\n\nMore." });
    await changeSchema(site, "posts", without("body"));

    await saveForm(site, id, "Two");

    expect(site.store.entryById(id)?.path).toBe("content/posts/one.yml");
    const text = await entryText(site, id);
    expect(text).toContain("schema: 2\n");
    expect(text).toContain("title: Two\n");
    expect(text).toContain("body: |-\n  # Text\n\n  More.\n");
    expect(site.store.problems()).toEqual([]);
  });

  test("belongs to the type's first rich text field and keeps comments", async () => {
    const site = await blog();
    const { id } = await site.save("people", "ann", { name: "Ann" });
    const ref = site.store.entryById(id);
    const file = Buffer.from(`# Our first.\n${await entryText(site, id)}extra: kept\n`);
    const change = { actor: ACTOR, message: "By hand" };
    await site.store.applyFiles(new Map([[ref?.path ?? "", file]]), change);
    await changeSchema(site, "people", withField(makeField("bio", "richtext")));

    await site.save("people", "ann", { name: "Ann", bio: "Writes." }, id);

    expect(site.store.entryById(id)?.path).toBe("content/people/ann.md");
    const text = await entryText(site, id);
    expect(text).toMatch(/^---\n# Our first\.\nid: /);
    expect(text).toMatch(/\nextra: kept\n---\n\nWrites\.\n$/);
  });

  test("moves to another field by the schema, and both keep their texts", async () => {
    const site = await blog();
    await changeSchema(site, "posts", withField(makeField("notes", "richtext")));
    const { id } = await site.save("posts", "one", {
      title: "One",
      body: "Body.",
      notes: "Notes.",
    });
    const state = site.store.type("posts");
    if (state === undefined) throw new Error("no type");
    await site.store.saveType({ ...state.type, body: "notes" }, { actor: ACTOR });
    await site.store.publishSchema("posts", { actor: ACTOR });

    await saveForm(site, id, "Two");

    const text = await entryText(site, id);
    expect(text).toContain("body: Body.\n");
    expect(text).toMatch(/---\n\nNotes\.\n$/);
    const [values] = (await site.store.readEntries(site.store.entries("posts"))).map(
      (entry) => entry.values,
    );
    expect([values?.get("body"), values?.get("notes")]).toEqual(["Body.", "Notes."]);
  });
});
