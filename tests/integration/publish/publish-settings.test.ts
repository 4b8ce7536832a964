import { readPublishedEvents } from "@loam/cms-core/events";
import { parseOid } from "@loam/cms-core/git";
import {
  loadLiveSite,
  PUBLISHED_REF,
  publishSettings,
  unpublishEntries,
} from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import {
  ACTOR,
  createBlog,
  publish,
  publishedPaths,
  type Blog,
} from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("settings"));
}

const TYPE = {
  apiId: "notes",
  kind: "list",
  label: "Notes",
  description: "",
  fields: [
    { id: "text", apiId: "text", label: "Text", type: "text", required: false, multiple: false },
  ],
} as const;

async function liveSite({ store }: Blog) {
  const live = await loadLiveSite(store.repository, { publicUrl: "https://example.test" });
  return { name: live.site?.name, types: [...live.types.keys()].toSorted() };
}

/** Publishes the settings and returns the resulting events. */
async function settle({ store }: Blog): Promise<readonly string[]> {
  const { repository } = store;
  const from = parseOid((await repository.resolveRef(PUBLISHED_REF)) ?? "");
  const to = parseOid((await publishSettings(store, { actor: ACTOR })) ?? "");
  const steps = (await repository.firstParents({ from, to, limit: 1 })) ?? [];
  const told = await Promise.all(
    steps.map(async (step) => readPublishedEvents(repository, store.site().id, step)),
  );
  return told.flat().map(({ event }) => event);
}

describe("the settings of a live site", () => {
  test("are live before any entry: its name, and types with empty lists", async () => {
    const site = await blog();
    const commit = await publishSettings(site.store, { actor: ACTOR });
    expect(await publishedPaths(site)).toEqual([
      "ledger/format.yml",
      "site.yml",
      "types/home/versions/1.json",
      "types/people/versions/1.json",
      "types/posts/versions/1.json",
    ]);
    expect(await liveSite(site)).toEqual({
      name: site.store.site().name,
      types: ["home", "people", "posts"],
    });
    expect(await publishSettings(site.store, { actor: ACTOR })).toBe(commit);
  });

  test("include a new type without changing entries or known types", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One" });
    await publish(site, id);
    await site.save("posts", "one", { title: "Two" }, id);
    const { type } = site.store.type("people") ?? {};
    if (type === undefined) throw new Error("no type");
    await site.store.saveType({ ...type, label: "Persons" }, { actor: ACTOR });
    await site.store.publishSchema("people", { actor: ACTOR });
    await site.store.saveType(TYPE, { actor: ACTOR });
    await site.store.publishSchema("notes", { actor: ACTOR });
    const before = await publishedPaths(site);
    expect(await settle(site)).toEqual([]);
    const added = (await publishedPaths(site)).filter((path) => !before.includes(path));
    expect(added).toEqual(["types/notes/versions/1.json"]);
  });

  test("lose a deleted type, but not while it has live entries", async () => {
    const site = await blog();
    await site.store.saveType(TYPE, { actor: ACTOR });
    await site.store.publishSchema("notes", { actor: ACTOR });
    const { id } = await site.save("notes", "one", { text: "One" });
    await publish(site, id);
    await site.store.deleteEntry(id, { actor: ACTOR });
    await site.store.deleteType("notes", { actor: ACTOR });
    expect(await settle(site)).toEqual([]);
    expect((await liveSite(site)).types).toContain("notes");
    await unpublishEntries(site.store, { ids: [id], actor: ACTOR });
    expect(await settle(site)).toEqual(["site.published"]);
    expect((await liveSite(site)).types).not.toContain("notes");
  });

  test("include the new name but no other pending changes", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One" });
    await publish(site, id);
    await site.store.changeSettings({ name: "Another: name", actor: ACTOR });
    expect(site.store.site().name).toBe("Another: name");
    expect(await settle(site)).toEqual(["site.published"]);
    expect((await liveSite(site)).name).toBe("Another: name");
  });

  test("can move a type's folder without changing live content", async () => {
    const site = await blog();
    const one = await site.save("posts", "one", { title: "One" });
    const two = await site.save("posts", "two", { title: "Two" });
    await publish(site, one.id, two.id);
    await site.store.changeSettings({ paths: { posts: "articles" }, actor: ACTOR });
    expect(await settle(site)).toEqual([]);
    await site.save("posts", "one", { title: "One, once more" }, one.id);
    await publish(site, one.id);
    const live = await loadLiveSite(site.store.repository, { publicUrl: "https://example.test" });
    const titles = live.types.get("posts")?.entries.map(({ json }) => JSON.parse(json).title);
    expect(titles?.toSorted()).toEqual(["One, once more", "Two"]);
    expect((await publishedPaths(site)).filter((path) => /one\.(?:md|yml)$/.test(path))).toEqual([
      expect.stringMatching(/^articles\//),
    ]);
    await unpublishEntries(site.store, { ids: [one.id, two.id], actor: ACTOR });
    expect((await publishedPaths(site)).filter((path) => /\/(?:one|two)\./.test(path))).toEqual([]);
  });
});
