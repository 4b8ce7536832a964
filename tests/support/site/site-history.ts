import { execFileSync } from "node:child_process";
import { isCmsError } from "@loam/cms-core";
import { mediaPath } from "@loam/cms-core/content";
import { unpublishEntries } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { temporaryFolder } from "../temporary-folder.ts";
import { ACTOR, createBlog, publish, type Blog } from "./blog-site.ts";
import { changeSchema, withField, without } from "./change-schema.ts";

/** A blog to which random operations are applied. */
export interface World {
  readonly blog: Blog;
  /** Ids of the initial posts. */
  readonly ids: readonly string[];
  readonly media: string;
  /** Path of its record. */
  readonly record: string;
}

/** An operation on a blog; posts are identified by number. */
export type Happening =
  | {
      readonly kind: "save";
      readonly n: number;
      readonly slug: number;
      readonly title: string;
      readonly text: string;
      readonly link: number | null;
      readonly publishAt: string | null;
      readonly unpublishAt: string | null;
      readonly sortOrder: number | null;
    }
  | { readonly kind: "publish" | "unpublish"; readonly posts: readonly number[] }
  | { readonly kind: "delete"; readonly n: number }
  | { readonly kind: "push"; readonly what: PushKind; readonly n: number }
  | { readonly kind: "schema"; readonly deletes: boolean; readonly number: number }
  | { readonly kind: "force"; readonly back: number }
  | { readonly kind: "merge" };

export async function beginWorld(posts: number): Promise<World> {
  const blog = await createBlog(await temporaryFolder("index-history"));
  const media = await blog.addMedia("p0");
  const ids: string[] = [];
  for (let n = 0; n < posts; n += 1) {
    ids.push((await blog.save("posts", `s${n}`, { title: "T" })).id);
  }
  await blog.save("people", "ann", { name: "Ann" });
  const { mediaBlob, repository } = blog.store;
  const record = Buffer.from(await repository.readBlob(mediaBlob(media) ?? "")).toString();
  return { blog, ids, media, record };
}

/** Runs an operation, or nothing if the content refuses it. */
export async function happen(world: World, happening: Happening): Promise<void> {
  try {
    await world.blog.store.refresh();
    await take(world, happening);
  } catch (error) {
    if (!isCmsError(error)) throw error;
  }
}

async function take(world: World, happening: Happening): Promise<unknown> {
  const { blog, ids } = world;
  switch (happening.kind) {
    case "save":
      return savePost(world, happening);
    case "publish":
      return publish(blog, ...happening.posts.flatMap((n) => ids[n] ?? []));
    case "unpublish": {
      const some = happening.posts.flatMap((n) => ids[n] ?? []);
      return unpublishEntries(blog.store, { ids: some, actor: ACTOR });
    }
    case "delete":
      return blog.store.deleteEntry(ids[happening.n] ?? "", { actor: ACTOR });
    case "push":
      return push(world, happening.what, happening.n);
    case "schema":
      return publishNextSchema(blog, happening);
    case "force":
      return forceMain(blog, happening.back);
    case "merge":
      return mergeMain(blog);
  }
}

async function savePost(
  { blog, ids }: World,
  { n, slug, title, text, link, ...times }: Extract<Happening, { kind: "save" }>,
): Promise<void> {
  const target = link === null ? undefined : ids[link];
  const values = {
    title: title === "" ? "Untitled" : title,
    body: `${text} ${target === undefined ? "" : `[x](entry:${target})`}`,
    ...(target === undefined ? {} : { related: [{ id: target }] }),
  };
  const { publishAt, unpublishAt, sortOrder } = times;
  const input = { type: "posts", id: ids[n] ?? "", slug: `s${slug}` };
  const all = { ...input, publishAt, unpublishAt, sortOrder };
  await blog.store.saveEntry({ ...all, values: new Map(Object.entries(values)) }, { actor: ACTOR });
}

async function publishNextSchema(
  blog: Blog,
  { deletes, number }: Extract<Happening, { kind: "schema" }>,
): Promise<void> {
  const id = `more${number}`;
  const field = { id, apiId: id, label: "More", type: "text" } as const;
  const change = deletes
    ? without("kind")
    : withField({ ...field, required: false, multiple: false });
  await changeSchema(blog, "posts", change);
}

interface Pushed {
  readonly n: number;
  readonly siteId: string;
  readonly media: string;
  readonly record: string;
  /** Path of the post's file. */
  readonly path: string;
  readonly text: string;
}

type Files = Readonly<Record<string, string | null>>;

/** Unchecked changes a developer can push. */
const PUSHES = {
  broken: ({ path, text }) => ({ [path]: text.replace("schema: ", "schema: x") }),
  copied: ({ n, text }) => ({ [`content/posts/copy-${n}.md`]: text }),
  moved: ({ n, path, text }) => {
    const name = path.split("/").at(-1) ?? "";
    return { [path]: null, [`content/posts/0${n}/${name}`]: text };
  },
  removed: ({ path }) => ({ [path]: null }),
  unnamed: ({ path, text }) => ({ [path]: text.replace(/^schema: .*\n/m, "") }),
  newer: () => ({ "content/posts/later.md": entryFile("q", "schema: 2") }),
  media: ({ media }) => ({ [mediaPath(media)]: null, [`media/${media}.yml`]: null }),
  mediaMoved: ({ media, record }) => ({ [mediaPath(media)]: null, [`media/${media}.yml`]: record }),
  mediaCopied: ({ n, media, record }) => ({ [`media/${n}/${media}.yml`]: record }),
  mediaBroken: ({ n }) => ({ [`media/m${"b".repeat(19)}.yml`]: `id: ${"n".repeat(n)}\n` }),
  siteBroken: () => ({ "site.yml": "loam: [\n" }),
  sitePaths: ({ siteId }) => ({ "site.yml": siteFile(siteId, "paths:\n  posts: writing\n") }),
  siteDefault: ({ siteId }) => ({ "site.yml": siteFile(siteId, "") }),
  typeless: ({ n }) => ({ "content/gone/one.md": entryFile("g", `title: ${n}`) }),
  typeGone: () => ({ "types/people/type.yml": null }),
  misnamed: ({ n }) => ({ "content/posts/Not A Slug.md": `${n}`, "content/posts/index.md": "x" }),
} as const satisfies Record<string, (pushed: Pushed) => Files>;

type PushKind = keyof typeof PUSHES;

export const PUSH_KINDS = Object.keys(PUSHES).filter(isPushKind);

function isPushKind(kind: string): kind is PushKind {
  return kind in PUSHES;
}

function entryFile(letter: string, line: string): string {
  return `---\nid: e${letter.repeat(19)}\n${line}\ncreatedAt: 2026-01-01T00:00:00.000Z\n---\n`;
}

function siteFile(id: string, more: string): string {
  return `loam: 1\nid: ${id}\nname: Blog\n${more}`;
}

async function push({ blog, ids, media, record }: World, what: PushKind, n: number): Promise<void> {
  const { store, siteId } = blog;
  const ref = store.entryById(ids[n] ?? "");
  if (ref === undefined) return;
  const text = Buffer.from(await store.repository.readBlob(ref.blob)).toString();
  const files: Files = PUSHES[what]({ n, siteId, media, record, path: ref.path, text });
  const edits = new Map<string, Buffer | null>();
  for (const [path, bytes] of Object.entries(files)) {
    edits.set(path, bytes === null ? null : Buffer.from(bytes));
  }
  await store.repository.commit(MAIN, { files: edits, author: ACTOR, message: "Push" });
}

function forceMain(blog: Blog, back: number): void {
  const commits = git(blog, "rev-list", "--first-parent", MAIN).split("\n");
  const to = commits[back];
  // Keep the initial content.
  if (to !== undefined && commits.length - back > 12) git(blog, "update-ref", MAIN, to);
}

/** Creates a commit with the newest one merged into it: `main` becomes its second parent. */
function mergeMain(blog: Blog): void {
  const tip = git(blog, "rev-parse", MAIN);
  const base = git(blog, "rev-parse", `${MAIN}~1`);
  const side = git(blog, "commit-tree", "-m", "Side", "-p", base, `${base}^{tree}`);
  const merge = ["-m", "Merge", "-p", side, "-p", tip, `${tip}^{tree}`];
  git(blog, "update-ref", MAIN, git(blog, "commit-tree", ...merge));
}

function git({ store }: Blog, ...args: readonly string[]): string {
  return execFileSync("git", ["--git-dir", store.repository.gitDir, ...args], {
    encoding: "utf8",
    stdio: "pipe",
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: "Dev",
      GIT_AUTHOR_EMAIL: "dev@example.test",
      GIT_COMMITTER_NAME: "Dev",
      GIT_COMMITTER_EMAIL: "dev@example.test",
    },
  }).trim();
}
