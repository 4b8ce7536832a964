import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "../../base/ids.ts";
import { entryPath } from "../../content/site/layout.ts";
import { openRepository } from "../../git/repository/repository.ts";
import { newPlainStore, PLAIN_POSTS, plainFile, writeUnchecked } from "../plain-store.fixture.ts";
import { ann, git } from "../site-store.fixture.ts";
import { openSiteStore } from "../site-store.ts";

const many = { ...ann, message: "Import", trailers: { "Loam-Action": "import" } };

test("writes many files in one commit, and no commit for the same files again", async () => {
  const store = await newPlainStore();
  const files = new Map([
    ["content/posts/a.yml", plainFile("A")],
    ["content/posts/b.yml", plainFile("B")],
  ]);
  const first = await store.applyFiles(files, many);
  const second = await store.applyFiles(files, many);

  expect(first.changed).toBe(true);
  expect(second).toEqual({ commit: first.commit, changed: false });
  expect(git(store, "rev-list", "--count", "main")).toBe("4");
  expect(store.entries("posts").map(({ slug }) => slug)).toEqual(["a", "b"]);
  expect(store.problems()).toEqual([]);
});

test("rejects all invalid files together and writes nothing", async () => {
  const store = await newPlainStore();
  const { head } = store;
  const before = head();
  const version = Buffer.from(git(store, "show", "main:types/posts/versions/1.json"));
  const id = newId("entry");
  await expect(store.applyFiles(new Map([["../x", Buffer.from("")]]), many)).rejects.toMatchObject({
    code: "invalid_path",
  });
  const refused = store.applyFiles(
    new Map([
      ["content/posts/a.yml", plainFile("A", id)],
      ["content/posts/b.yml", plainFile("B", id)],
      ["content/posts/00/A.yml", plainFile("C")],
      ["content/posts/00/a.yml", plainFile("C")],
      ["content/posts/none.yml", Buffer.from("title: no id\n")],
      ["ledger/posts/eaaaaaaaaaaaaaaaaaaa.yml", Buffer.from("")],
      ["package.json", Buffer.from("{}")],
      ["types/posts/versions/1.json", Buffer.from(String(version).replace("Title", "Changed"))],
    ]),
    many,
  );

  await expect(refused).rejects.toMatchObject({
    issues: [
      { code: "id_taken", path: "content/posts/b.yml" },
      { code: "invalid_slug", path: "content/posts/00/A.yml" },
      { code: "slug_taken", path: "content/posts/00/a.yml" },
      { code: "invalid_entry", path: "content/posts/none.yml" },
      { code: "invalid_path", path: "ledger/posts/eaaaaaaaaaaaaaaaaaaa.yml" },
      { code: "invalid_path", path: "package.json" },
      { code: "conflict", path: "types/posts/versions/1.json" },
    ],
  });
  expect(git(store, "rev-parse", "main")).toBe(before);
});

test("reports a broken file with its location and reads the others", async () => {
  const store = await newPlainStore();
  const id = newId("entry");
  await writeUnchecked(store, {
    "content/posts/good.yml": plainFile("Good"),
    "content/posts/broken.yml": Buffer.from(`${plainFile("x", id).toString()}title: twice\n`),
    "content/posts/latin1.yml": Buffer.from([0x69, 0x64, 0x3a, 0xff]),
    "content/none/a.yml": plainFile("No type"),
    "media/nothing.yml": Buffer.from("x"),
  });
  const reopened = await openSiteStore(store.repository.gitDir);
  onTestFinished(async () => reopened.close());

  expect(store.problems()).toEqual(reopened.problems());
  expect(store.problems()).toEqual([
    expect.objectContaining({ code: "content_type_not_found", path: "content/none/a.yml" }),
    expect.objectContaining({
      code: "yaml_duplicate_key",
      path: "content/posts/broken.yml",
      line: 5,
    }),
    expect.objectContaining({ code: "invalid_unicode", path: "content/posts/latin1.yml" }),
    expect.objectContaining({ code: "invalid_path", path: "media/nothing.yml" }),
  ]);
  expect(await store.readEntries(store.entries("posts"))).toHaveLength(1);
  const broken = store.entryById(id);
  expect(broken).toBeDefined();
  await store.saveEntry({ type: "posts", id, values: new Map([["title", "Mended"]]) }, ann);
  expect(store.problems().map(({ path }) => path)).not.toContain("content/posts/broken.yml");
});

test("reports a duplicate id or slug for both files and keeps both", async () => {
  const store = await newPlainStore();
  const id = newId("entry");
  await writeUnchecked(store, {
    "content/posts/a.yml": plainFile("A", id),
    "content/posts/b.yml": plainFile("B", id),
    "content/posts/0a/b.yml": plainFile("C"),
  });

  expect(store.problems().map(({ code, path }) => [code, path])).toEqual([
    ["slug_taken", "content/posts/0a/b.yml"],
    ["id_taken", "content/posts/a.yml"],
    ["id_taken", "content/posts/b.yml"],
    ["slug_taken", "content/posts/b.yml"],
  ]);
  expect(store.entries("posts")).toHaveLength(3);
  await expect(
    store.saveEntry({ type: "posts", id, values: new Map() }, ann),
  ).rejects.toMatchObject({ code: "conflict" });
  await writeUnchecked(store, { "content/posts/b.yml": null });
  expect(store.problems()).toEqual([]);
  expect(store.entryById(id)?.path).toBe("content/posts/a.yml");
});

test("does not read symbolic links", async () => {
  const store = await newPlainStore();
  const blob = execFileSync(
    "git",
    ["--git-dir", store.repository.gitDir, "hash-object", "-w", "--stdin"],
    {
      input: "/etc/passwd",
      encoding: "utf8",
    },
  ).trim();
  const link = `120000 blob ${blob}\tlink.yml\n`;
  const tree = (input: string): string =>
    execFileSync("git", ["--git-dir", store.repository.gitDir, "mktree"], {
      input,
      encoding: "utf8",
    }).trim();
  const posts = tree(link);
  const content = tree(`040000 tree ${posts}\tposts\n`);
  const root = git(store, "ls-tree", "main");
  const commit = git(
    store,
    "-c",
    "user.name=t",
    "-c",
    "user.email=t@example.test",
    "commit-tree",
    tree(`${root}\n040000 tree ${content}\tcontent\n`),
    "-p",
    "main",
    "-m",
    "link",
  );
  git(store, "update-ref", "refs/heads/main", commit);
  await store.refresh();

  expect(store.entries("posts")).toEqual([]);
  expect(store.problems()).toEqual([
    expect.objectContaining({ code: "invalid_path", path: "content/posts/link.yml" }),
  ]);
});

test("shards new entries above two thousand files and keeps old ones in place", async () => {
  const store = await newPlainStore();
  const flat = Array.from({ length: 2000 }, (_, number): [string, Buffer] => [
    `content/posts/p${number}.yml`,
    plainFile(`${number}`),
  ]);
  await store.applyFiles(new Map(flat), many);
  const values = new Map([["title", "x"]]);
  const { ref } = await store.saveEntry({ type: "posts", slug: "sharded", values }, ann);
  const old = store.findEntry("posts", "p7");
  const renamed = await store.saveEntry(
    { type: "posts", ...(old && { id: old.id }), slug: "p7-new", values },
    ann,
  );
  const site = store.site();
  const path = entryPath({ site, type: PLAIN_POSTS, slug: "sharded", sharded: true, id: ref.id });

  expect(ref.path).toBe(path);
  expect(ref.path).toMatch(/^content\/posts\/[0-9a-f]{2}\/sharded\.yml$/);
  expect(renamed.ref.path).toBe("content/posts/p7-new.yml");
  expect(store.entries("posts")).toHaveLength(2001);
});

test("follows a type's folder moved in site.yml", async () => {
  const store = await newPlainStore();
  const { id, name } = store.site();
  await store.applyFiles(new Map([["content/posts/a.yml", plainFile("A")]]), many);
  const site = Buffer.from(`loam: 1\nid: ${id}\nname: ${name}\npaths:\n  posts: blog\n`);
  await store.applyFiles(
    new Map([
      ["site.yml", site],
      ["blog/b.yml", plainFile("B")],
    ]),
    many,
  );

  expect(store.entries("posts").map(({ path }) => path)).toEqual(["blog/b.yml"]);
  expect(store.problems()).toMatchObject([{ code: "invalid_path", path: "content/posts/a.yml" }]);
  const other = await openRepository(store.repository.gitDir);
  onTestFinished(async () => other.close());
  const broken = {
    files: new Map([["site.yml", Buffer.from("{")]]),
    author: ann.actor,
    message: "x",
  };
  await other.commit("refs/heads/main", broken);
  await store.refresh();
  expect(store.site().paths).toEqual({ posts: "blog" });
});

test("never overwrites an unreadable file with a new entry, nor removes its type", async () => {
  const store = await newPlainStore();
  const files = { "content/posts/hello.yml": Buffer.from("title: By hand, without an id\n") };
  await writeUnchecked(store, files);
  const save = async (values: ReadonlyMap<string, string>, slug?: string): Promise<string> => {
    const input = { type: "posts", values, ...(slug === undefined ? {} : { slug }) };
    return (await store.saveEntry(input, ann)).ref.slug;
  };
  const values = new Map([["title", "Hello"]]);

  await expect(save(values, "hello")).rejects.toMatchObject({
    code: "slug_taken",
    message: expect.stringContaining("content/posts/hello.yml"),
  });
  expect(await save(values)).toBe("hello-2");
  expect(git(store, "show", "main:content/posts/hello.yml")).toContain("By hand");
  const { id } = store.findEntry("posts", "hello-2") ?? { id: "" };
  await store.deleteEntry(id, ann);
  await expect(store.deleteType("posts", ann)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("content/posts/hello.yml"),
  });
});

test("writes nothing into a folder that site.yml gives to another type", async () => {
  const store = await newPlainStore();
  await store.saveType({ ...PLAIN_POSTS, apiId: "notes" }, ann);
  await store.publishSchema("notes", ann);
  const { id, name } = store.site();
  const site = `loam: 1\nid: ${id}\nname: ${name}\npaths:\n  notes: content/posts\n`;
  await store.applyFiles(new Map([["site.yml", Buffer.from(site)]]), many);
  const before = store.head();
  const values = new Map([["title", "Hello"]]);

  await expect(store.saveEntry({ type: "posts", values }, ann)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("site.yml"),
  });
  expect(store.head()).toBe(before);
  expect(store.problems()).toMatchObject([{ code: "invalid_site", path: "site.yml" }]);
  const { ref } = await store.saveEntry({ type: "notes", values }, ann);
  expect([ref.type, ref.path]).toEqual(["notes", "content/posts/hello.yml"]);
});

test("rejects files saved since they were read and writes the others", async () => {
  const store = await newPlainStore();
  const [a, b] = ["content/posts/a.yml", "content/posts/b.yml"];
  const [idA, idB] = [newId("entry"), newId("entry")];
  await store.applyFiles(
    new Map([
      [a, plainFile("A", idA)],
      [b, plainFile("B", idB)],
    ]),
    many,
  );
  const since = store.head();
  await store.applyFiles(new Map([[a, plainFile("A of somebody", idA)]]), many);
  const saved = store.head();
  const files = new Map([
    [a, plainFile("A of the import", idA)],
    [b, plainFile("B of the import", idB)],
  ]);
  await expect(store.applyFiles(files, { ...many, since })).rejects.toMatchObject({
    code: "stale",
    issues: [{ code: "stale", path: a }],
  });
  expect(store.head()).toBe(saved);
  files.delete(a);
  expect(await store.applyFiles(files, { ...many, since })).toMatchObject({ changed: true });
  expect(git(store, "show", `main:${a}`)).toContain("A of somebody");
});
