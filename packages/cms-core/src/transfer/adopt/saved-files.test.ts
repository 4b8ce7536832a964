import { expect, test } from "vitest";
import { newId } from "../../base/ids.ts";
import { change, git, MAIN, newRepository } from "../../git/repository/repository.fixture.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { openSiteStoreOn, type SiteStore } from "../../site/index.ts";
import { ann } from "../../site/site-store.fixture.ts";
import { adoptRepository } from "./adopt-repository.ts";

const PROJECTS = "src/content/projects";

const ASTRO = {
  "package.json": "{}\n",
  "astro.config.mjs": "export default {};\n",
  "src/content.config.ts":
    'import { defineCollection } from "astro:content";\nexport const collections = { projects: defineCollection({}) };\n',
  [`${PROJECTS}/a.md`]: '---\nname: "A" # kept\nkey: { a:  1 }\n---\n',
  [`${PROJECTS}/b.mdx`]: "---\nname: B\n---\n",
  [`${PROJECTS}/c.markdown`]: "---\nname: C\n---\n\n",
  [`${PROJECTS}/-index.md`]: "---\nname: Index\n---\n",
  [`${PROJECTS}/Über uns.md`]: "---\nname: About\n---\n",
};

interface Adopted {
  readonly repository: GitRepository;
  readonly store: SiteStore;
}

async function adopt(files: Readonly<Record<string, string>>): Promise<Adopted> {
  const repository = await newRepository();
  await repository.commit(MAIN, change(files));
  const siteId = newId("site");
  const site = { id: siteId, name: "Site" };
  await adoptRepository(repository, { site, source: "site", ...ann, now: () => new Date() });
  return { repository, store: await openSiteStoreOn(repository, { siteId }) };
}

function refAt(store: SiteStore, path: string): { readonly id: string; readonly slug: string } {
  const ref = store.entries("projects").find((one) => one.path === path);
  if (ref === undefined) throw new Error(`No entry at ${path}.`);
  return ref;
}

async function rename(store: SiteStore, id: string, name: string): Promise<void> {
  const ref = store.entryById(id);
  const { values } = ref === undefined ? { values: [] } : await store.readEntry(ref);
  const changed = new Map([...values, ["name", name]] as const);
  await store.saveEntry({ type: "projects", id, values: changed }, ann);
}

function lastDiff({ gitDir }: GitRepository): string {
  const diff = git(gitDir, "diff", "--unified=0", "--no-renames", `${MAIN}~1`, MAIN);
  return diff
    .split("\n")
    .filter((line) => /^[+-]/.test(line))
    .join("\n");
}

test.each(Object.keys(ASTRO).filter((path) => path.startsWith(PROJECTS)))(
  "changes one line of the front matter of %s and keeps the file name",
  async (path) => {
    const { repository, store } = await adopt(ASTRO);
    await rename(store, refAt(store, path).id, "Z");
    const [, , ...lines] = lastDiff(repository).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^\+name: "?Z"?(?: # kept)?$/);
    expect(git(repository.gitDir, "diff", "--name-status", `${MAIN}~1`, MAIN)).toMatch(/^M\t/);
    expect(store.problems()).toEqual([]);
  },
);

test("restores fences that an earlier save removed, and the other keys", async () => {
  const { repository, store } = await adopt(ASTRO);
  const path = `${PROJECTS}/a.md`;
  const { id } = refAt(store, path);
  const text = git(repository.gitDir, "show", `${MAIN}:${path}`);
  await repository.commit(
    MAIN,
    change({ [path]: text.replaceAll("---\n", "").replace("---", "") }),
  );
  const broken = await openSiteStoreOn(repository, { siteId: store.site().id });
  expect(broken.problems()).not.toEqual([]);
  const values = new Map([["name", "Z"]]);
  await broken.saveEntry({ type: "projects", id, values }, ann);
  expect(broken.problems()).toEqual([]);
  const saved = git(repository.gitDir, "show", `${MAIN}:${path}`);
  expect(saved).toMatch(/^---\n[\s\S]*name: "?Z"? # kept\nkey: \{ a: {2}1 \}\n---$/);
});

test("keeps the format of the file for a schedule, order, duplicate, or new slug", async () => {
  const { repository, store } = await adopt(ASTRO);
  const { id } = refAt(store, `${PROJECTS}/b.mdx`);
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const schedule = { kind: "schedule", schedule: { publishAt: at } } as const;
  const { refused } = await store.changeMany({ ids: [id], change: schedule }, ann);
  expect(refused).toEqual(new Map());
  expect(lastDiff(repository)).toContain(`\n+publishAt: ${at}`);
  await store.saveOrders({ type: "projects", changes: [{ id, from: 0, to: 5 }] }, ann);
  expect(lastDiff(repository)).toContain("\n+sortOrder: 5");
  const copied = await store.changeMany({ ids: [id], change: { kind: "duplicate" } }, ann);
  const copy = copied.done.get(id);
  expect(git(repository.gitDir, "show", `${MAIN}:${copy?.path}`)).toMatch(/^---\n[^]*\n---$/);
  await store.saveEntry(
    { type: "projects", id, slug: "new", values: new Map([["name", "B"]]) },
    ann,
  );
  expect(git(repository.gitDir, "show", `${MAIN}:${PROJECTS}/new.mdx`)).toMatch(/^---\n[^]*\n---$/);
  expect(store.problems()).toEqual([]);
});

test("restores a deleted entry to its original file", async () => {
  const { repository, store } = await adopt(ASTRO);
  const place = `${PROJECTS}/-index.md`;
  const { id, slug } = refAt(store, place);
  await store.changeMany({ ids: [id], change: { kind: "delete" } }, ann);
  const values = new Map([["name", "Index"]]);
  await store.saveEntry({ type: "projects", id, slug, values, place }, ann);
  expect(refAt(store, place).slug).toBe(slug);
  expect(git(repository.gitDir, "show", `${MAIN}:${place}`)).toMatch(/^---\n[^]*\n---$/);
});

test("keeps the front matter of a file that both sides changed", async () => {
  const { repository, store } = await adopt({
    ...ASTRO,
    [`${PROJECTS}/-index.md`]: "---\nname: Index\nplace: Here\n---\n",
  });
  const path = `${PROJECTS}/-index.md`;
  const before = git(repository.gitDir, "show", `${MAIN}:${path}`);
  git(repository.gitDir, "branch", "side", MAIN);
  await repository.commit(
    "refs/heads/side",
    change({ [path]: `${before.replace("Here", "There")}\n` }),
  );
  const { id } = refAt(store, path);
  const values = new Map([
    ["name", "Z"],
    ["place", "Here"],
  ]);
  await store.saveEntry({ type: "projects", id, values }, ann);
  const theirs = await repository.resolveRef("refs/heads/side");
  const note = { ...ann, message: "Merge", trailers: {} };
  await store.mergeBranch(theirs ?? "", { ...note, allow: () => undefined });
  const merged = git(repository.gitDir, "show", `${MAIN}:${path}`);
  expect(merged).toBe(before.replace("Index", "Z").replace("Here", "There"));
  expect(store.problems()).toEqual([]);
});

test("keeps the text of data without front matter under a key", async () => {
  const { repository, store } = await adopt({
    ...ASTRO,
    [`${PROJECTS}/a.md`]: "---\nname: A\n---\nText\n",
    [`${PROJECTS}/d.yml`]: "name: D\n",
  });
  const path = `${PROJECTS}/d.yml`;
  const { id } = refAt(store, path);
  const values = new Map([
    ["name", "Z"],
    ["body", "Words"],
  ]);
  await store.saveEntry({ type: "projects", id, values }, ann);
  expect(git(repository.gitDir, "show", `${MAIN}:${path}`)).toMatch(/\nname: Z\nbody: Words$/);
  const ref = store.entryById(id);
  expect(ref && (await store.readEntry(ref)).values).toEqual(values);
});

test.each([
  ["Windows line breaks", "---\r\nname: A\r\nplace: Here\r\n---\r\n\r\nText\r\n"],
  [
    "letters in parts",
    `---\nname: A\nplace: ${"Café".normalize("NFD")}\n---\n${"déjà".normalize("NFD")}\n`,
  ],
  ["a byte order mark", "\uFEFF---\nname: A\nplace: Here\n---\nText\n"],
])("changes one line of a file with %s", async (_what, text) => {
  const path = `${PROJECTS}/a.md`;
  const { repository, store } = await adopt({ ...ASTRO, [path]: text });
  await rename(store, refAt(store, path).id, "Z");
  const [, , ...lines] = lastDiff(repository).split("\n");
  expect(lines.map((line) => line.replace(/\r$/, ""))).toEqual(["-name: A", "+name: Z"]);
  expect(store.problems()).toEqual([]);
});
