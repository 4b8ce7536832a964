import type { EntryValues, FieldValue } from "@loam/cms-core";
import { printEntryFile } from "@loam/cms-core/content";
import {
  ledgerPath,
  printLedgerFile,
  printSiteFile,
  printVersionFile,
  versionPath,
} from "@loam/cms-core/content";
import type { GitRepository } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";

export const SITE_ID = "sbench22222222222222";
const ACTOR = { name: "Bench", email: "bench@example.test" };
const FIELD = { required: false, multiple: false } as const;

const AUTHORS = {
  version: 1,
  apiId: "authors",
  kind: "list",
  label: "Authors",
  fields: [
    { ...FIELD, id: "name", apiId: "name", label: "Name", type: "text" },
    { ...FIELD, id: "bio", apiId: "bio", label: "Bio", type: "textarea" },
  ],
} as const;

const POSTS = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  body: "body",
  fields: [
    { ...FIELD, id: "title", apiId: "title", label: "Title", type: "text" },
    { ...FIELD, id: "summary", apiId: "summary", label: "Summary", type: "textarea" },
    { ...FIELD, id: "date", apiId: "date", label: "Date", type: "date" },
    {
      ...FIELD,
      id: "author",
      apiId: "author",
      label: "Author",
      type: "reference",
      to: ["authors"],
    },
    { ...FIELD, id: "tags", apiId: "tags", label: "Tags", type: "text", multiple: true },
    { ...FIELD, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
} as const;

const PARAGRAPH =
  "Soil is what is left when everything else has been taken, and what everything is made from again. ";

/** Returns an id that is the same in every run. */
function idOf(n: number): string {
  const digits = n
    .toString(26)
    .replaceAll(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return `e${digits.padStart(19, "2")}`;
}

export interface BenchEntry {
  readonly n: number;
  /** Incremented to change the text. */
  readonly revision: number;
}

/** Returns the files of `published` that publishing a post writes. */
function postFiles(repository: GitRepository, { n, revision }: BenchEntry): [string, Uint8Array][] {
  const values = new Map<string, FieldValue>(
    Object.entries({
      title: `Post ${n}, revision ${revision}`,
      summary: PARAGRAPH,
      date: "2026-01-01",
      author: { id: idOf(1_000_000 + (n % 100)) },
      tags: ["soil", "worms", `tag-${n % 50}`],
      body: PARAGRAPH.repeat(15).trim(),
    }),
  );
  return filesOf(repository, { id: idOf(n), slug: `post-${n}`, values, schema: POSTS, revision });
}

function authorFiles(repository: GitRepository, n: number): [string, Uint8Array][] {
  const values = new Map<string, FieldValue>(
    Object.entries({ name: `Author ${n}`, bio: PARAGRAPH }),
  );
  return filesOf(repository, {
    id: idOf(1_000_000 + n),
    slug: `author-${n}`,
    values,
    schema: AUTHORS,
    revision: 1,
  });
}

interface Source {
  readonly id: string;
  readonly slug: string;
  readonly values: EntryValues;
  readonly schema: typeof POSTS | typeof AUTHORS;
  readonly revision: number;
}

function filesOf(
  repository: GitRepository,
  { id, slug, values, schema, revision }: Source,
): [string, Uint8Array][] {
  const type = schema.apiId;
  const createdAt = "2026-01-01T00:00:00.000Z";
  const shard = id.slice(-2).replaceAll(/[^0-9a-f]/g, "0");
  const path = `content/${type}/${shard}/${slug}.${type === "posts" ? "md" : "yml"}`;
  const entry = { id, type, slug, schema: 1, createdAt, values };
  const bytes = printEntryFile(entry, schema, { path });
  const blob = repository.hashBlob(bytes);
  const ledger = printLedgerFile({
    id,
    type,
    state: "published",
    version: revision,
    blob,
    schema: 1,
    slug,
    sortOrder: 0,
    createdAt,
    updatedAt: createdAt,
    publishedAt: createdAt,
    by: "Bench <bench@example.test>",
    sourceCommit: blob,
  });
  return [
    [path, bytes],
    [ledgerPath(type, id), ledger],
  ];
}

/** Commits a published site with `posts` posts and 100 authors. */
export async function publishSite(repository: GitRepository, posts: number): Promise<void> {
  const files = new Map<string, Uint8Array>([
    ["site.yml", printSiteFile({ id: SITE_ID, name: "Bench", paths: {}, routes: {} })],
    [versionPath("posts", 1), printVersionFile(POSTS)],
    [versionPath("authors", 1), printVersionFile(AUTHORS)],
  ]);
  for (let n = 0; n < 100; n += 1)
    for (const [path, bytes] of authorFiles(repository, n)) files.set(path, bytes);
  for (let n = 0; n < posts; n += 1) {
    for (const [path, bytes] of postFiles(repository, { n, revision: 1 })) files.set(path, bytes);
  }
  await commit(repository, files);
}

/** Publishes one changed post. */
export async function publishPost(repository: GitRepository, entry: BenchEntry): Promise<void> {
  await commit(repository, new Map(postFiles(repository, entry)));
}

async function commit(
  repository: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  await repository.commit(PUBLISHED_REF, { files, author: ACTOR, message: "Publish" });
}
