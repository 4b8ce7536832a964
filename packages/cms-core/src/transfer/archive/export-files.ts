import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CmsError } from "../../base/errors.ts";
import { countOf, sizeOf } from "../../base/quantity.ts";
import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { type MediaStorage, originalKey } from "../../media/storage/media-storage.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { planAllFiles } from "../../publish/files/plan-files.ts";
import type { LiveSite } from "../../publish/live/live-site.ts";
import type { Chunks } from "../../render/list-body.ts";
import { MAIN } from "../../site/read/branches.ts";
import { contentLines, type EntryCounts, typeJsonSchema } from "./content-json.ts";
import {
  BUNDLE_PATH,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  hashChunks,
  type ExportedFile,
  type ExportManifest,
  MANIFEST_PATH,
  manifestLine,
  printManifest,
} from "./manifest.ts";
import type { BundledMedia, MediaPlan } from "./plan-media.ts";
import type { SiteSnapshot } from "./read-snapshot.ts";
import { isDeflatable, type ZipFile } from "./write-archive.ts";

/** Inputs of an export. */
interface ExportParts {
  readonly repository: GitRepository;
  readonly storage: Pick<MediaStorage, "open">;
  readonly snapshot: SiteSnapshot;
  readonly live: LiveSite;
  readonly media: MediaPlan;
  readonly limitBytes: number;
  /** Called with the number and path of each file when it starts. */
  readonly onFile: (count: number, path: string) => void;
}

/** Larger files are streamed. */
const WHOLE_BYTES = 262_144;

/** README, bundle, and manifest. */
const OWN_FILES = 3;

/** Returns the number of files in an export. */
export function countFiles({
  snapshot,
  live,
  media,
}: Pick<ExportParts, "snapshot" | "live" | "media">): number {
  const schemas = [...snapshot.types.values()].map(({ versions }) => versions.size + 1);
  const counts = [typesOf(snapshot).length, snapshot.files.length, media.bundled.length];
  return [...schemas, ...counts, publicFiles(live).length].reduce((a, b) => a + b, OWN_FILES);
}

/** Yields the files of an export in order. The manifest, which lists all others, comes last. */
export async function* exportFiles(parts: ExportParts): AsyncGenerator<ZipFile> {
  const counts = noEntries();
  const lines: string[] = [];
  let count = 0;
  const announce = (file: ZipFile): ZipFile => {
    count += 1;
    parts.onFile(count, file.name);
    return file;
  };
  for await (const file of contentFiles(parts, counts)) {
    yield announce(withNote(file, (note) => lines.push(manifestLine(note))));
  }
  const manifest = printManifest(manifestOf(parts, counts), lines);
  yield announce({ name: MANIFEST_PATH, content: manifest, compress: true });
}

async function* contentFiles(parts: ExportParts, counts: EntryCounts): AsyncGenerator<ZipFile> {
  const { repository, snapshot } = parts;
  yield toTextFile("README.md", exportReadme(snapshot, parts));
  yield* schemaFiles(snapshot);
  for (const apiId of typesOf(snapshot)) {
    const lines = (to: EntryCounts) => contentLines(apiId, { repository, snapshot, counts: to });
    // Read twice: a ZIP states the compression method first, but the ratio is known only after deflating.
    const compress = await isDeflatable(lines(noEntries()));
    yield { name: `content/${apiId}.jsonl`, content: lines(counts), compress };
  }
  for await (const [{ path }, bytes] of eachFile(repository, snapshot.files, ({ oid }) => oid)) {
    const compress = await isDeflatable(bytes);
    yield { name: `site/${path}`, content: bytes, compress };
  }
  for (const one of parts.media.bundled) yield mediaFile(one, parts.storage);
  yield* publishedZipFiles(parts.live);
  const bundle = repository.readBundle(branchesOf(snapshot));
  yield { name: BUNDLE_PATH, content: bundle, compress: false };
}

/** Returns the file unchanged and calls `onRead` with its size and hash once it was read to the end. */
function withNote({ content, ...file }: ZipFile, onRead: (note: ExportedFile) => void): ZipFile {
  const { name: path } = file;
  if (content instanceof Uint8Array) {
    onRead({ path, byteSize: content.length, sha256: hash("sha256", content) });
    return { ...file, content };
  }
  return { ...file, content: hashChunks(content, (whole) => onRead({ path, ...whole })) };
}

function noEntries(): EntryCounts {
  return { draft: 0, published: 0, changed: 0, unpublished: 0, broken: 0 };
}

function branchesOf({ commits: { main, published } }: SiteSnapshot): ReadonlyMap<string, string> {
  return new Map([
    [MAIN, main],
    ...(published === undefined ? [] : [[PUBLISHED_REF, published] as const]),
  ]);
}

function toTextFile(name: string, content: Uint8Array): ZipFile {
  return { name, content, compress: true };
}

function* schemaFiles({ types, site }: SiteSnapshot): Generator<ZipFile> {
  for (const [apiId, { type, versions }] of sortByKey(types)) {
    for (const schema of versions.values()) {
      const name = `schema/${apiId}/${schema.version}.schema.json`;
      yield toTextFile(name, printJson(typeJsonSchema(schema, site.id)));
    }
    yield toTextFile(
      `schema/${apiId}/working.schema.json`,
      printJson(typeJsonSchema(type, site.id)),
    );
  }
}

function printJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

function sortByKey<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the API IDs of all types, including those whose type file cannot be read. */
function typesOf({ types, entries, ledger }: SiteSnapshot): readonly string[] {
  const found = new Set(types.keys());
  for (const { identity } of entries) found.add(identity.apiId);
  for (const { type } of ledger.values()) found.add(type);
  return [...found].toSorted();
}

async function* publishedZipFiles(live: LiveSite): AsyncGenerator<ZipFile> {
  for await (const { paths, chunks } of publishedFiles(live)) {
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    const content = size <= WHOLE_BYTES ? Buffer.concat(chunks) : chunks;
    const compress = await isDeflatable(content);
    for (const path of paths) yield { name: `published/${path}`, content, compress };
  }
}

/** Reading fails if the content doesn't match the media record. */
function mediaFile({ path, record }: BundledMedia, storage: Pick<MediaStorage, "open">): ZipFile {
  async function* read(): AsyncGenerator<Uint8Array> {
    const object = await storage.open(originalKey(record));
    const stream = object.kind === "stream" ? object.stream : createReadStream(object.path);
    yield* hashChunks(stream, ({ sha256 }) => {
      if (sha256 === record.sha256) return;
      const problem = `The file of ${record.id} is damaged in media storage.`;
      throw new CmsError("storage_failed", problem);
    });
  }
  return { name: path, content: read(), compress: false };
}

function manifestOf(
  { snapshot, media, limitBytes, live }: ExportParts,
  entries: EntryCounts,
): Omit<ExportManifest, "files"> {
  const { site, commits, when, others, problems } = snapshot;
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    site: { id: site.id, name: site.name },
    commits,
    when: when.toISOString(),
    publicUrl: live.publicUrl,
    entries,
    media: {
      records: snapshot.media.length,
      limitBytes,
      bundledFiles: media.bundled.length,
      bundledBytes: media.bundledBytes,
      notBundled: media.linked,
      missing: media.missing,
    },
    otherFiles: others,
    problems,
  };
}

/** Returns a line about records whose binary is missing from media storage, or nothing if all exist. */
function missingMediaLine(count: number): string {
  if (count === 0) return "";
  return `Missing from media storage: ${countOf(count, "file")}, listed under \`media.missing\` in \`manifest.json\`.\n`;
}

/** Returns the `README.md` of an export, for people who don't know Loam. */
function exportReadme(
  { site, commits, when }: SiteSnapshot,
  { media, limitBytes }: { readonly media: MediaPlan; readonly limitBytes: number },
): Buffer {
  const { main, published = "nothing published yet" } = commits;
  return Buffer.from(`# ${site.name.replaceAll(/[\p{C}<>[\]\\\x60]/gu, " ")}

An export of the Loam site \`${site.id}\`, created on ${when.toISOString()}
(\`main\` ${main}, \`published\` ${published}).

| Path | Content |
| --- | --- |
| \`content/<type>.jsonl\` | Every entry, including drafts: one JSON object per line with its ID, slug, state, and fields |
| \`schema/<type>/<n>.schema.json\` | The content types as JSON Schema 2020-12, one file per published version. \`working.schema.json\` is the working schema |
| \`media/<media id>.<ext>\` | The media files. Names, alt texts, and sizes are in \`site/media/<xx>/<media id>.yml\`, where xx is the last two characters of the ID |
| \`published/api/…\` | The published JSON files, exactly as served |
| \`site/…\` | The files of the site's repository: entries as Markdown and YAML, content types, media records |
| \`repository.bundle\` | The repository with its full history: \`git clone repository.bundle\` |
| \`manifest.json\` | Every file with its size and SHA-256, and everything that is not in this ZIP |

An entry's \`state\` is \`draft\` (never published), \`published\`, \`changed\` (live in an older version), \`unpublished\`
(was live), or \`broken\` (its file cannot be read; \`site/\` contains the file unchanged). A reference is the ID of an entry. A media
value is the ID of a media record.

## Media

This ZIP contains up to ${sizeOf(limitBytes)} of media files: first those that are not public, then the others as far as they fit.
Included: ${countOf(media.bundled.length, "file")}, ${sizeOf(media.bundledBytes)}.
Not included: ${countOf(media.linked.length, "file")}, listed under \`media.notBundled\` in \`manifest.json\` with their URLs. The URL of a
file is public while published content uses the file. The other URLs work for signed-in members of the site's workspace, and with a token
that has the scope content:read. Variants are not included. They are generated again after an import.
${missingMediaLine(media.missing.length)}
## Restore the site

    hq import <this file>

creates the same site again, with its IDs, history, and published content. User accounts, keys, and webhooks are not part of an export.
`);
}

/** Limits of an export. */
export const EXPORT_LIMITS = {
  /** 200 MB of original media in the ZIP. The rest is listed with URLs. */
  mediaBytes: 209_715_200,
} as const;

/** Files with identical content. */
interface PublishedFiles {
  readonly paths: readonly string[];
  readonly chunks: Chunks;
}

function publicFiles(live: LiveSite) {
  return planAllFiles(live, []).files.writes.flat();
}

/** Yields the JSON files of a live site as the publisher writes them, by the first path of each. */
export async function* publishedFiles(live: LiveSite): AsyncGenerator<PublishedFiles> {
  const files = publicFiles(live);
  const sources = Map.groupBy(files, ({ path, body }) => (body.kind === "same" ? body.as : path));
  // Sorted, so that the order doesn't depend on how the site was loaded.
  for (const source of [...sources.keys()].toSorted()) {
    const same = sources.get(source) ?? [];
    const body = same.find(({ path }) => path === source)?.body;
    if (body?.kind !== "chunks") throw new CmsError("internal", `${source} has no content.`);
    yield { paths: same.map(({ path }) => path).toSorted(), chunks: await body.chunks() };
  }
}
