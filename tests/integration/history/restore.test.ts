import { newId, type EntryValues, type FieldValue } from "@loam/cms-core";
import { printSiteFile } from "@loam/cms-core/content";
import { blameEntry, readVersion, restoreEntry } from "@loam/cms-core/history";
import { publishEntries } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { describe, expect, test } from "vitest";
import { ACTOR, createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { changeSchema, without } from "../../support/site/change-schema.ts";
import { cloneSite, story } from "../../support/site/entry-history.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const BOB = { name: "Bob", email: "bob@example.test" };

async function someBlog(): Promise<Blog> {
  return createBlog(await temporaryFolder("history"));
}

/** Returns the values of an entry as a form displays them. */
async function valuesOf(store: SiteStore, id: string): Promise<Record<string, unknown>> {
  const ref = store.entryById(id);
  return ref === undefined ? {} : Object.fromEntries((await store.readUpgraded(ref)).values);
}

async function saveAs(
  { store }: Blog,
  actor: typeof ACTOR,
  id: string,
  values: Readonly<Record<string, FieldValue>>,
): Promise<string> {
  const input = { type: "posts", id, values: new Map(Object.entries(values)) };
  return (await store.saveEntry(input, { actor })).commit;
}

describe("restoring", () => {
  test("restores a whole version or one field as a draft without publishing", async () => {
    const blog = await someBlog();
    const { store } = blog;
    const { id } = await blog.save("posts", "rain", {
      title: "Rain",
      body: "First.",
      kind: "note",
    });
    const first = store.head();
    await blog.save("posts", "storm", { title: "Storm", body: "Second." }, id);
    const { commit: live } = await publish(blog, id);
    const field = await restoreEntry(store, { id, commit: first, field: "body", actor: BOB });
    expect(field).toMatchObject({ changed: true, entry: { slug: "storm" } });
    expect(await valuesOf(store, id)).toEqual({ title: "Storm", body: "First." });
    await restoreEntry(store, { id, commit: first, actor: BOB });
    expect(await valuesOf(store, id)).toEqual({ title: "Rain", body: "First.", kind: "note" });
    expect(store.entryById(id)?.slug).toBe("storm");
    await restoreEntry(store, { id, commit: first, field: "slug", actor: BOB });
    expect(store.entryById(id)?.slug).toBe("rain");
    expect((await publishEntries(store, { entries: [], actor: ACTOR })).commit).toBe(live);
    // The live state is a version as well.
    await restoreEntry(store, { id, commit: live ?? "", field: "title", actor: BOB });
    expect(await valuesOf(store, id)).toMatchObject({ title: "Storm" });
    expect((await story(store, id)).filter((line) => line.startsWith("restore"))).toEqual([
      "restore storm Bob",
      "restore storm Bob",
      "restore rain Bob",
      "restore rain Bob",
    ]);
    const again = await restoreEntry(store, { id, commit: store.head(), actor: BOB });
    expect(again.changed).toBe(false);
  });

  test("restores a deleted entry with its id, unscheduled, unless its slug is taken", async () => {
    const { store, save } = await someBlog();
    const { id } = await save("posts", "rain", { title: "Rain" });
    const when = { publishAt: "2026-01-01T00:00:00.000Z" };
    await store.saveEntry(
      { type: "posts", id, values: new Map([["title", "Rain"]]), ...when },
      { actor: ACTOR },
    );
    const last = store.head();
    await store.deleteEntry(id, { actor: ACTOR });
    await save("posts", "rain", { title: "Another" });
    const field = restoreEntry(store, { id, commit: last, field: "title", actor: BOB });
    await expect(field).rejects.toMatchObject({ code: "content_not_found" });
    const taken = restoreEntry(store, { id, commit: last, actor: BOB });
    await expect(taken).rejects.toMatchObject({ code: "slug_taken" });
    const { entry } = await restoreEntry(store, { id, commit: last, slug: "rain-2", actor: BOB });
    expect(entry).toMatchObject({ id, slug: "rain-2" });
    expect(entry.publishAt).toBeUndefined();
    expect((await story(store, id)).slice(-2)).toEqual(["delete rain Ann", "restore rain-2 Bob"]);
  });

  test("SCH-07 shows a deleted field in the old version and restores the remaining fields", async () => {
    const blog = await someBlog();
    const { id } = await blog.save("posts", "rain", { title: "Rain", kind: "note" });
    const first = blog.store.head();
    await changeSchema(blog, "posts", without("kind"));
    await blog.save("posts", "rain", { title: "Storm" }, id);
    const old = await readVersion(blog.store, id, first);
    expect(old.entry.values.get("kind")).toBe("note");
    await restoreEntry(blog.store, { id, commit: first, actor: BOB });
    expect(await valuesOf(blog.store, id)).toEqual({ title: "Rain" });
    const gone = restoreEntry(blog.store, { id, commit: first, field: "kind", actor: BOB });
    await expect(gone).rejects.toMatchObject({ code: "content_not_found" });
  });

  test("repairs what a push broke and refuses the broken version with a reason", async () => {
    const { store, save } = await someBlog();
    const { id } = await save("posts", "rain", { title: "Rain" });
    const good = store.head();
    const clone = await cloneSite(store);
    const path = "content/posts/rain.md";
    const text = await clone.read(path);
    await clone.commit("Break it", { [path]: text.replace("title: Rain", "title: [Rain") });
    await clone.push();
    const broken = store.head();
    await expect(readVersion(store, id, broken)).rejects.toMatchObject({ code: "yaml_syntax" });
    const refused = restoreEntry(store, { id, commit: broken, actor: BOB });
    await expect(refused).rejects.toMatchObject({ code: "yaml_syntax" });
    await restoreEntry(store, { id, commit: good, actor: BOB });
    expect(await valuesOf(store, id)).toEqual({ title: "Rain" });
    expect(store.problems()).toEqual([]);
  });

  test("finds no version in unrelated commits", async () => {
    const { store, save } = await someBlog();
    const before = store.head();
    const { id, blob } = await save("posts", "rain", { title: "Rain" });
    for (const commit of [before, blob, "1".repeat(40)]) {
      const read = readVersion(store, id, commit);
      await expect(read).rejects.toMatchObject({ code: "content_not_found" });
    }
  });
});

describe("blame", () => {
  test("names the author of each field and paragraph through renames and restores", async () => {
    const blog = await someBlog();
    const { id } = await blog.save("posts", "rain", {
      title: "Rain",
      kind: "note",
      body: "One.\n\nTwo.",
    });
    const first = blog.store.head();
    await saveAs(blog, BOB, id, { title: "Storm", kind: "note", body: "One.\n\nTwo.\n\nThree." });
    await blog.save(
      "posts",
      "storm",
      { title: "Storm", kind: "essay", body: "One.\n\nTwo.\n\nThree." },
      id,
    );
    await restoreEntry(blog.store, { id, commit: first, field: "kind", actor: BOB });
    const restored = blog.store.head();
    const blame = await blameEntry(blog.store, id);

    expect(blame.map(({ field, by }) => [field, by.author.name])).toEqual([
      ["title", "Bob"],
      ["kind", "Bob"],
      ["body", "Bob"],
    ]);
    expect(blame[1]?.by.commit).toBe(restored);
    expect(blame[2]?.blocks?.map(({ text, by }) => [text, by.author.name])).toEqual([
      ["One.", "Ann"],
      ["Two.", "Ann"],
      ["Three.", "Bob"],
    ]);
  });

  test("follows each value to its side of a merge and skips broken versions", async () => {
    const { store, save } = await someBlog();
    const lines = Array.from({ length: 20 }, (_, n) => `Line ${n}`);
    const { id } = await save("posts", "rain", { title: "Rain", body: lines.join("\n\n") });
    const clone = await cloneSite(store);
    const path = "content/posts/rain.md";
    const text = await clone.read(path);
    await clone.commit("End", { [path]: text.replace("Line 19", "The end") });
    await save("posts", "rain", { title: "Hail", body: lines.join("\n\n") }, id);
    clone.git("pull", "-q", "--no-rebase", "--no-edit");
    const merged = await clone.read(path);
    await clone.commit("Break", { [path]: merged.replace("title: Hail", "title: [Hail") });
    await clone.push();
    await clone.commit("Mend", {
      [path]: merged.replace("title: Hail", "title: Hail\nkind: note"),
    });
    await clone.push();
    const blame = await blameEntry(store, id);
    const messages = blame.map(({ field, by }) => [field, by.message]);
    expect(messages).toEqual([
      ["title", "Update posts/rain"],
      ["kind", "Mend"],
      ["body", "End"],
    ]);
    expect(blame[2]?.blocks?.at(0)?.by.message).toBe("Create posts/rain");
    expect(blame[2]?.blocks?.at(-1)).toMatchObject({ text: "The end", by: { message: "End" } });
  });
});

describe("restoring with a path pattern", () => {
  const PATH = "docs/-index.md";

  test("keeps a file's front matter and name, also of a deleted one", async () => {
    const { store, siteId } = await someBlog();
    const id = newId("entry");
    const config = { id: siteId, name: "Blog", paths: { people: "docs/*.md" }, routes: {} };
    const files = { "site.yml": printSiteFile(config), [PATH]: Buffer.from(file(id, "Ann")) };
    const made = { actor: ACTOR, message: "Take over" };
    const { commit: first } = await store.applyFiles(new Map(Object.entries(files)), made);
    const { slug = "" } = store.entryById(id) ?? {};
    const textAt = async (): Promise<string | undefined> => {
      const { path = "" } = store.entryById(id) ?? {};
      expect(path).toBe(PATH);
      const found = await store.repository.readPath(store.head(), path);
      return found && Buffer.from(found.bytes).toString();
    };
    const save = async (values: EntryValues, to: string): Promise<unknown> =>
      store.saveEntry({ type: "people", id, slug: to, values }, { actor: ACTOR });
    await save(new Map([["name", "Bob"]]), slug);
    await restoreEntry(store, { id, commit: first, actor: BOB });
    expect(await textAt()).toBe(file(id, "Ann"));
    await save(new Map([["name", "Bob"]]), "other");
    await restoreEntry(store, { id, commit: first, field: "slug", actor: BOB });
    expect(await textAt()).toBe(file(id, "Bob"));
    await store.changeMany({ ids: [id], change: { kind: "delete" } }, { actor: ACTOR });
    await restoreEntry(store, { id, commit: first, actor: BOB });
    expect(await textAt()).toBe(file(id, "Ann"));
    expect(store.problems()).toEqual([]);
  });
});

function file(id: string, name: string): string {
  return `---\nid: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\nname: ${name}\n---\n`;
}
