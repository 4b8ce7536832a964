import { isCmsError, newId, type FieldValue } from "@loam/cms-core";
import { blameEntry, readVersion, restoreEntry } from "@loam/cms-core/history";
import { rollBackSite, unpublishEntries } from "@loam/cms-core/publish";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { allEvents, cloneSite, type Clone } from "../../support/site/entry-history.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

type Values = Readonly<Record<string, FieldValue>>;

type Happening =
  | {
      readonly kind: "save" | "push";
      readonly slug: number;
      readonly title: string;
      readonly body: string;
      readonly by: "Ann" | "Bob";
    }
  | { readonly kind: "publish" | "unpublish" | "delete" | "decoy" }
  | { readonly kind: "restore"; readonly back: number }
  | { readonly kind: "rollback"; readonly back: number };

const someHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("save" as const, "save" as const, "push" as const),
      slug: fc.nat(2),
      title: fc.constantFrom("Rain", "Snow", "Hail"),
      body: fc.constantFrom("", "One.", "One.\n\nTwo.", "Two.\n\nThree."),
      by: fc.constantFrom("Ann" as const, "Bob" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("publish" as const, "unpublish" as const, "delete" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("decoy" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("restore" as const), back: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("rollback" as const), back: fc.nat(3) }),
  },
);

/** The expected history, recorded while operations run. */
interface World {
  readonly blog: Blog;
  readonly clone: Clone;
  readonly id: string;
  readonly events: string[];
  readonly publishes: string[];
  readonly versions: { readonly commit: string; readonly slug: string; readonly values: Values }[];
  readonly live: { readonly commit: string; readonly files: Record<string, string> }[];
  readonly authors: Map<string, string>;
  /** Undefined while the entry is deleted. */
  values: Values | undefined;
}

async function beginWorld(): Promise<World> {
  const blog = await createBlog(await temporaryFolder("history-laws"));
  const clone = await cloneSite(blog.store, "Bob");
  return {
    blog,
    clone,
    id: newId("entry"),
    events: [],
    publishes: [],
    versions: [],
    live: [],
    authors: new Map(),
    values: undefined,
  };
}

/** Runs an operation, or nothing if the content refuses it. */
async function happen(world: World, happening: Happening): Promise<void> {
  try {
    await take(world, happening);
  } catch (error) {
    if (!isCmsError(error)) throw error;
  }
}

async function take(world: World, happening: Happening): Promise<void> {
  const { blog, id } = world;
  const actor = { name: "Ann", email: "ann@example.test" };
  switch (happening.kind) {
    case "save":
      return save(world, happening);
    case "push":
      return push(world, happening);
    case "publish": {
      const made = await publish(blog, id);
      return notePublish(world, "publish", made.records.length);
    }
    case "unpublish": {
      const made = await unpublishEntries(blog.store, { ids: [id], actor });
      return notePublish(world, "unpublish", made.records.length);
    }
    case "delete":
      await blog.store.deleteEntry(id, { actor });
      world.events.push("delete");
      world.values = undefined;
      return undefined;
    case "decoy": {
      // Another entry that temporarily takes this one's path.
      const decoy = await blog.save("posts", "s1", { title: "Decoy" });
      await blog.store.deleteEntry(decoy.id, { actor });
      return undefined;
    }
    case "restore":
      return restore(world, happening.back);
    case "rollback":
      return rollBack(world, happening.back);
  }
}

async function save(
  world: World,
  { slug, title, body, by }: Extract<Happening, { kind: "save" | "push" }>,
): Promise<void> {
  const { store } = world.blog;
  const values = { title, ...(body && { body }) };
  const input = { type: "posts", id: world.id, slug: `s${slug}` };
  const before = store.entryById(world.id)?.slug;
  // Deleted entries are restored.
  if (before === undefined && world.versions.length > 0) return;
  const saved = await store.saveEntry(
    { ...input, values: new Map(Object.entries(values)) },
    { actor: { name: by, email: "x@example.test" } },
  );
  if (saved.changed) noteVersion(world, { kind: kindOf(before, `s${slug}`), by, values });
}

/** Makes the same change with plain Git, without trailers. */
async function push(
  world: World,
  { slug, title, body }: Extract<Happening, { kind: "save" | "push" }>,
): Promise<void> {
  const { clone, blog, id } = world;
  const ref = blog.store.entryById(id);
  const other = blog.store.findEntry("posts", `s${slug}`);
  if (ref === undefined || (other !== undefined && other.id !== id)) return;
  clone.git("pull", "-q", "--ff-only");
  const path = `content/posts/s${slug}.md`;
  const text = await clone.read(ref.path);
  const head = text.slice(0, text.indexOf("\n---\n", 3)).replace(/^title: .*$/m, `title: ${title}`);
  const next = `${head}\n---\n${body === "" ? "" : `\n${body}\n`}`;
  if (next === text && path === ref.path) return;
  await clone.commit("Push", { [ref.path]: null });
  clone.git("reset", "-q", "--soft", "HEAD~1");
  await clone.commit("Push", { [path]: next });
  await clone.push();
  const values = { title, ...(body && { body }) };
  noteVersion(world, { kind: kindOf(ref.slug, `s${slug}`), by: "Bob", values });
}

function kindOf(before: string | undefined, slug: string): string {
  if (before === undefined) return "create";
  return before === slug ? "update" : "rename";
}

async function restore(world: World, back: number): Promise<void> {
  const { versions, blog, id } = world;
  const version = versions.at(-1 - back);
  if (version === undefined) return;
  const actor = { name: "Bob", email: "bob@example.test" };
  const made = await restoreEntry(blog.store, { id, commit: version.commit, actor });
  if (made.changed) noteVersion(world, { kind: "restore", by: "Bob", values: version.values });
}

function noteVersion(
  world: World,
  { kind, by, values }: { readonly kind: string; readonly by: string; readonly values: Values },
): void {
  const { store } = world.blog;
  for (const key of ["title", "body"]) {
    if (values[key] !== world.values?.[key]) world.authors.set(key, by);
  }
  world.values = values;
  world.events.push(kind);
  const slug = store.entryById(world.id)?.slug ?? "";
  world.versions.push({ commit: store.head(), slug, values });
}

async function notePublish(world: World, kind: string, count: number): Promise<void> {
  if (count === 0) return;
  world.publishes.push(kind);
  const { store } = world.blog;
  const commit = (await store.repository.resolveRef("refs/heads/published")) ?? "";
  world.live.push({ commit, files: await publicFiles(world.blog) });
}

async function rollBack(world: World, back: number): Promise<void> {
  const { blog, live } = world;
  const to = live.at(-1 - back);
  if (to === undefined) return;
  const main = blog.store.head();
  const actor = { name: "Bob", email: "bob@example.test" };
  const { records } = await rollBackSite(blog.store, { to: to.commit, actor });
  expect(await publicFiles(blog)).toEqual(to.files);
  expect(blog.store.head()).toBe(main);
  if (records.length === 0) return;
  const kind = records[0]?.state === "published" ? "publish" : "unpublish";
  await notePublish(world, kind, records.length);
}

/**
 * Returns the public files as a publisher that follows every step would write them. The index contains the commit,
 * which must differ.
 */
async function publicFiles(blog: Blog): Promise<Record<string, string>> {
  const folder = `${blog.folder}/followed`;
  const publisher = await blogPublisher(blog, { folder });
  await publisher.follow();
  await publisher.close();
  const files = await folderContent(publisher.folder);
  const index = files["api/index.json"] ?? "";
  return { ...files, "api/index.json": index.replace(/"generatedFrom":"[0-9a-f]{40}"/, "") };
}

/** Returns the events, versions, and authors from the history. */
async function readWorld({ blog, id, ...world }: World): Promise<unknown> {
  const found = world.versions.length === 0 ? [] : await allEvents(blog.store, id, 5);
  const read = world.versions.map(async ({ commit }) => {
    const { slug, entry } = await readVersion(blog.store, id, commit);
    return { slug, values: Object.fromEntries(entry.values) };
  });
  const blame = world.values === undefined ? [] : await blameEntry(blog.store, id);
  const oldest = found.toReversed();
  return {
    publishes: oldest.filter((one) => "version" in one).map(({ kind }) => kind),
    events: oldest.filter((one) => !("version" in one)).map(({ kind }) => kind),
    commits: oldest.flatMap((one) => ("path" in one ? [[one.commit, one.slug]] : [])),
    versions: await Promise.all(read),
    authors: Object.fromEntries(blame.map(({ field, by }) => [field, by.author.name])),
  };
}

/** Returns the expected events, versions, and authors. */
function happened({ publishes, events, versions, authors, values = {} }: World): unknown {
  return {
    publishes,
    events,
    commits: versions.map(({ commit, slug }) => [commit, slug]),
    versions: versions.map(({ slug, values: saved }) => ({ slug, values: saved })),
    authors: Object.fromEntries(Object.keys(values).map((key) => [key, authors.get(key)])),
  };
}

test("the history contains every event, version, author, and live site", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someHappening, { minLength: 4, maxLength: 12 }), async (all) => {
      const world = await beginWorld();
      for (const happening of all) await happen(world, happening);
      expect(await readWorld(world)).toEqual(happened(world));
      await world.blog.store.close();
    }),
    { numRuns: 8, interruptAfterTimeLimit: 60_000 },
  );
});
