import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { newId } from "../../base/ids.ts";
import { change, git, MAIN, newRepository } from "../../git/repository/repository.fixture.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { Entry } from "../../model/entry.ts";
import { openSiteStoreOn, type SiteStore } from "../../site/index.ts";
import { ann, newStore, titled } from "../../site/site-store.fixture.ts";
import { adoptedSiteId, adoptRepository } from "./adopt-repository.ts";
import type { AdoptOptions, AdoptReport } from "./plan-adoption.ts";

const ASTRO = {
  "package.json": "{}\n",
  "astro.config.mjs": "export default {};\n",
  "src/content.config.ts":
    'import { defineCollection } from "astro:content";\nexport const collections = { blog: defineCollection({}), team: defineCollection({}) };\n',
  "src/content/blog/first.md": "---\ntitle: First # kept\ndate: 2020-05-06\n---\n\nText *here*\n",
  "src/content/blog/2021/second.mdx": "---\ntitle: 'Second'\ndate: 2021-05-06\n---\n\n<Box />\n",
  "src/content/team/ann.md": "---\nname: Ann\nweight: 1\n---\n",
  "src/pages/index.astro": "<h1>Hi</h1>\n",
};

const NOW = new Date("2026-03-04T05:06:07Z");

interface Adopted {
  readonly repository: GitRepository;
  readonly report: AdoptReport;
  readonly store: SiteStore;
  readonly siteId: string;
}

async function adopt(
  files: Readonly<Record<string, string>>,
  options: Partial<AdoptOptions> = {},
): Promise<Adopted> {
  const repository = await newRepository();
  await repository.commit(MAIN, change(files));
  return adoptHere(repository, options);
}

async function adoptHere(
  repository: GitRepository,
  options: Partial<AdoptOptions> = {},
): Promise<Adopted> {
  const siteId = newId("site");
  const site = { id: siteId, name: "Blog" };
  const asked = { site, source: "blog", ...ann, now: () => NOW, ...options };
  const report = await adoptRepository(repository, asked);
  const store = await openSiteStoreOn(repository, { siteId });
  return { repository, report, store, siteId };
}

async function entryOf(store: SiteStore, slug: string): Promise<Entry> {
  const ref = store.entries("blog").find((one) => one.slug === slug);
  if (ref === undefined) throw new Error(`There is no entry ${slug}.`);
  return store.readEntry(ref);
}

/** Returns the lines that the last commit changed in existing files. Added files are ignored. */
function changedLines({ gitDir }: GitRepository): readonly string[] {
  const diff = git(gitDir, "diff", "--unified=0", "--diff-filter=a", `${MAIN}~1`, MAIN);
  return diff.split("\n").filter((line) => /^[+-](?![+-]{2} )/.test(line));
}

test("adds types and ids to an Astro site and changes nothing else", async () => {
  const { repository, report, store } = await adopt(ASTRO);
  expect(report).toMatchObject({ layout: "astro", left: [], unread: [], kept: [] });
  expect(report.collections).toMatchObject([
    { apiId: "blog", place: "src/content/blog/**/*.{md,mdx}", entries: 2 },
    { apiId: "team", place: "src/content/team/*.md", entries: 1 },
  ]);
  const keys = changedLines(repository).map((line) => line.replace(/:.*/, ""));
  expect(new Set(keys)).toEqual(new Set(["+id", "+schema", "+createdAt"]));
  expect(keys).toHaveLength(9);
  const added = git(repository.gitDir, "diff", "--name-only", "--diff-filter=A", `${MAIN}~1`, MAIN);
  expect(added.split("\n")).toEqual([
    "site.yml",
    "types/blog/type.yml",
    "types/blog/versions/1.json",
    "types/team/type.yml",
    "types/team/versions/1.json",
  ]);
  expect(store.problems()).toEqual([]);
  expect(store.entries("blog").map(({ slug }) => slug)).toEqual(["2021~second", "first"]);
  const first = await entryOf(store, "first");
  expect(first.values.get("title")).toBe("First");
  expect(first.createdAt).toBe("2020-05-06T00:00:00.000Z");
});

test.each([
  ["/", "/blog/{path}"],
  ["/web/", "/web/blog/{path}"],
  ["web", "/web/blog/{path}"],
])("sets routes to the site's configured pages: base %s", async (base, blog) => {
  const inside = Object.entries(ASTRO).map(([path, text]) => [`site/${path}`, text]);
  const { store } = await adopt({
    "README.md": "# Packages\n",
    "packages/tool/index.ts": "export {};\n",
    ...Object.fromEntries(inside),
    "site/astro.config.mjs": `export default {\n  base: "${base}",\n};\n`,
    "site/src/pages/blog/[...slug].astro": "<h1>Post</h1>\n",
  });
  expect(store.site()).toMatchObject({
    paths: { blog: "site/src/content/blog/**/*.{md,mdx}", team: "site/src/content/team/*.md" },
    routes: { blog },
  });
});

test("keeps files unchanged if none of their keys can be a field", async () => {
  const { report, repository } = await adopt({
    ...ASTRO,
    "src/content/i18n/en.yml": "nav.home: Home\nnav.back: Back\n",
  });
  expect(report.left).toMatchObject([
    { name: "i18n", files: 1, why: "None of its keys can become a field unchanged." },
  ]);
  expect(report.collections.map(({ apiId }) => apiId)).toEqual(["blog", "team"]);
  expect(git(repository.gitDir, "show", `${MAIN}:src/content/i18n/en.yml`)).toBe(
    "nav.home: Home\nnav.back: Back",
  );
});

test("adopts Jekyll posts in place and lists the files around them", async () => {
  const { store, report } = await adopt({
    "_config.yml": "title: Blog\n",
    "_posts/2016-05-19-rain.md": "---\ntitle: Rain\n---\nText\n",
    "_posts/2016-05-20-sun.md": "---\ntitle: Sun\n---\nText\n",
    "_drafts/snow.md": "---\ntitle: Snow\n---\nText\n",
    "about.md": "---\ntitle: About\n---\nText\n",
  });
  expect(report.collections).toMatchObject([{ apiId: "posts", place: "_posts/*.md", entries: 2 }]);
  expect(report.left.map(({ name, files }) => [name, files])).toEqual([
    ["posts", 1],
    ["pages", 1],
  ]);
  expect(store.problems()).toEqual([]);
  expect(store.entries("posts").map(({ slug }) => slug)).toEqual([
    "2016-05-19-rain",
    "2016-05-20-sun",
  ]);
  const [rain] = store.entries("posts");
  expect(rain && (await store.readEntry(rain))).toMatchObject({
    createdAt: "2016-05-19T00:00:00.000Z",
  });
  for (const title of ["New & old", "2020-01-02 then"]) {
    await store.saveEntry({ type: "posts", values: new Map([["title", title]]) }, ann);
  }
  const paths = store.entries("posts").map(({ path }) => path);
  expect(paths).toContain("_posts/2020-01-02-then.md");
  expect(paths).toContainEqual(expect.stringMatching(/^_posts\/\d{4}-\d{2}-\d{2}-new-old\.md$/));
});

test("saves an edit as one changed line in the original file", async () => {
  const { repository, store } = await adopt(ASTRO);
  const { id, values } = await entryOf(store, "2021~second");
  await store.saveEntry(
    { type: "blog", id, values: new Map([...values, ["title", "Third"]]) },
    ann,
  );
  expect(changedLines(repository)).toEqual(["-title: 'Second'", "+title: Third"]);
  const added = { type: "blog", slug: "2022~new", values: new Map([["title", "New"]]) };
  await store.saveEntry(added, ann);
  const names = git(repository.gitDir, "diff", "--name-status", `${MAIN}~1`, MAIN);
  expect(names).toBe("A\tsrc/content/blog/2022/new.md");
});

test("gives the same ids each time", async () => {
  expect(await filesOfOne()).toBe(await filesOfOne());
});

/** Returns the content of the files of a site with a fixed id. */
async function filesOfOne(): Promise<string> {
  const site = { id: `s${"a".repeat(19)}`, name: "Blog" };
  const repository = await newRepository();
  await repository.commit(MAIN, change(ASTRO));
  await adoptRepository(repository, { site, source: "blog", ...ann, now: () => NOW });
  return git(repository.gitDir, "rev-parse", `${MAIN}:src/content/blog`);
}

test("keeps and reports unreadable files", async () => {
  const { report, repository, store } = await adopt({
    ...ASTRO,
    "src/content/blog/broken.md": "---\ntitle: [\n---\n",
    "src/content/blog/toml.md": '+++\ntitle = "A"\n+++\n',
    "src/content/team/bob.md": "---\nname: Bob\nweight: 2\nid: 12\n---\n",
  });
  expect(report.unread.map(({ code, path }) => [code, path])).toEqual([
    ["yaml_syntax", "src/content/blog/broken.md"],
    ["frontmatter_language", "src/content/blog/toml.md"],
    ["reserved_name", "src/content/team/bob.md"],
  ]);
  expect(git(repository.gitDir, "diff", "--name-only", `${MAIN}~1`, MAIN)).not.toContain("broken");
  expect(store.entries("blog")).toHaveLength(2);
});

test("reports Markdoc files in any folder", async () => {
  const { report } = await adopt({
    ...ASTRO,
    "src/content/blog/third.mdoc": "---\ntitle: Third\n---\n",
    "src/content/notes/a.mdoc": "---\ntitle: A\n---\n",
  });
  expect(report.unread.map(({ path }) => path)).toEqual([
    "src/content/blog/third.mdoc",
    "src/content/notes/a.mdoc",
  ]);
});

test("reports two files that would be one entry and still creates the site", async () => {
  const { report, store } = await adopt({
    ...ASTRO,
    "src/content/blog/first.mdx": "---\ntitle: Other\n---\n",
  });
  const paths = ["src/content/blog/first.md", "src/content/blog/first.mdx"];
  expect(report.unread.map(({ path }) => path)).toEqual(paths);
  expect(store.entries("blog").map(({ slug }) => slug)).toEqual(["2021~second", "first", "first"]);
});

test("rejects links and submodules among entries, but only reports others", async () => {
  const repository = await newRepository();
  const first = await repository.commit(MAIN, change(ASTRO));
  await addToTree(repository, `120000 blob ${blobOf(repository, "../..")}\tpublic-link`);
  await addToTree(repository, `160000 commit ${first.commit}\tvendored`);
  const { report } = await adoptHere(repository);
  expect(report.kept.map(({ path }) => path)).toEqual(["public-link", "vendored"]);

  const hostile = await newRepository();
  await hostile.commit(MAIN, change(ASTRO));
  await addToTree(
    hostile,
    `120000 blob ${blobOf(hostile, "/etc/passwd")}\tsrc/content/blog/link.md`,
  );
  await expect(adoptHere(hostile)).rejects.toMatchObject({
    code: "invalid_path",
    issues: [{ path: "src/content/blog/link.md" }],
  });
});

test.each([
  ["a reserved name on Windows among the entries", "src/content/blog/aux.md"],
  ["a name that is the same file on other systems", "src/content/blog/FIRST.md"],
])("does not import %s", async (_what, path) => {
  const repository = await newRepository();
  await repository.commit(MAIN, change(ASTRO));
  await addToTree(repository, `100644 blob ${blobOf(repository, "---\n---\n")}\t${path}`);
  await expect(adoptHere(repository)).rejects.toMatchObject({ code: "invalid_path" });
});

test("explains why a repository without Markdown or commits cannot become a site", async () => {
  await expect(adopt({ "README.md": "# Hi\n", "main.c": "int x;\n" })).rejects.toMatchObject({
    code: "invalid",
  });
  const empty = await newRepository();
  await expect(adoptHere(empty)).rejects.toMatchObject({ code: "not_found" });
});

test("does not overwrite a project's own types folder", async () => {
  const files = { ...ASTRO, "types/blog/type.yml": "mine: true\n" };
  await expect(adopt(files)).rejects.toMatchObject({ code: "conflict" });
});

test("accepts an existing site repository, or rejects it like a push", async () => {
  const store = await newStore();
  await store.saveEntry({ type: "posts", slug: "a", values: titled("A") }, ann);
  const { repository } = store;
  const head = await repository.resolveRef(MAIN);
  expect(await adoptedSiteId(repository)).toBe(store.site().id);
  const options = { site: { id: store.site().id, name: "B" }, source: "b", ...ann, now: () => NOW };
  expect(await adoptRepository(repository, options)).toMatchObject({ layout: "loam" });
  expect(await repository.resolveRef(MAIN)).toBe(head);

  await repository.commit(MAIN, change({ "content/posts/b.md": "---\nid: no\n---\n" }));
  await expect(adoptRepository(repository, options)).rejects.toMatchObject({
    code: "invalid",
    issues: [{ path: "content/posts/b.md" }],
  });
});

test("reports its progress and can be aborted", async () => {
  const progress: unknown[] = [];
  await adopt(ASTRO, { onProgress: (what) => progress.push(what) });
  expect(progress).toEqual([
    { collection: "blog", files: 2 },
    { collection: "team", files: 1 },
  ]);
  const signal = AbortSignal.abort(new Error("stop"));
  await expect(adopt(ASTRO, { signal })).rejects.toThrow("stop");
});

function blobOf({ gitDir }: GitRepository, text: string): string {
  const args = ["--git-dir", gitDir, "hash-object", "-w", "--stdin"];
  return execFileSync("git", args, { input: text, encoding: "utf8" }).trim();
}

/** Adds a tree entry that Git's index rejects. Each folder of the path is written as a separate tree. */
async function addToTree(repository: GitRepository, line: string): Promise<void> {
  const { gitDir } = repository;
  const [about = "", path = ""] = line.split("\t");
  const add = (tree: string, names: readonly string[]): string => {
    const [name = "", ...rest] = names;
    const lines = tree === "" ? [] : git(gitDir, "ls-tree", tree).split("\n").filter(Boolean);
    const others = lines.filter((one) => !one.endsWith(`\t${name}`));
    const below = lines.find((one) => one.endsWith(`\t${name}`))?.split(/\s/)[2] ?? "";
    const own = rest.length === 0 ? about : `040000 tree ${add(below, rest)}`;
    const input = `${[...others, `${own}\t${name}`].join("\0")}\0`;
    return execFileSync("git", ["--git-dir", gitDir, "mktree", "-z", "--missing"], {
      input,
      encoding: "utf8",
    }).trim();
  };
  const tree = add(git(gitDir, "rev-parse", `${MAIN}^{tree}`), path.split("/"));
  const tip = git(gitDir, "rev-parse", MAIN);
  const author = ["-c", "user.name=Eve", "-c", "user.email=eve@example.test"];
  const made = git(gitDir, ...author, "commit-tree", tree, "-p", tip, "-m", "More");
  git(gitDir, "update-ref", MAIN, made);
}
