import { open } from "node:fs/promises";
import { CmsError } from "../base/errors.ts";
import type { GitRepository } from "../git/repository.ts";
import { originalKey } from "../media/media-paths.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { LiveSite } from "../publish/live-site.ts";
import { contentLines, type EntryCounts } from "./content-lines.ts";
import { exportReadme } from "./export-readme.ts";
import { FileNotes } from "./file-notes.ts";
import {
  BUNDLE_PATH,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedFile,
  type ExportManifest,
  MANIFEST_PATH,
  printManifest,
} from "./manifest.ts";
import { takePiece } from "./piece-pool.ts";
import type { BundledMedia, MediaPlan } from "./plan-media.ts";
import { publishedFiles } from "./published-files.ts";
import { readInBatches } from "./read-in-batches.ts";
import type { SiteSnapshot } from "./read-snapshot.ts";
import type { RememberedBlobs } from "./remember-blobs.ts";
import { typeJsonSchema } from "./type-json-schema.ts";
import type { ZipFile } from "./write-zip.ts";

/** What an export is made from. */
export interface ExportParts {
  readonly repository: GitRepository;
  readonly blobs: RememberedBlobs;
  readonly storage: Pick<MediaStorage, "open">;
  readonly snapshot: SiteSnapshot;
  readonly bundle: AsyncIterable<Uint8Array>;
  readonly live: LiveSite;
  readonly media: MediaPlan;
  readonly limitBytes: number;
  /** Called with the number and the path of each file when it begins. */
  readonly onFile: (count: number, path: string) => void;
}

/** Longer ones are read as they are written. */
const WHOLE_BYTES = 262_144;

/** Every file of an export in its order; the manifest, which names all others, is the last one. */
export async function* exportFiles(parts: ExportParts): AsyncGenerator<ZipFile> {
  const { repository, blobs, snapshot } = parts;
  const counts = { draft: 0, published: 0, changed: 0, unpublished: 0, broken: 0 };
  const notes = new FileNotes();
  let count = 0;
  const begin = (file: ZipFile): ZipFile => {
    count += 1;
    parts.onFile(count, file.name);
    return file;
  };
  const noted = (file: ZipFile): ZipFile => notes.take(begin(file));
  yield noted(text("README.md", exportReadme(snapshot, parts)));
  for (const file of schemaFiles(snapshot)) yield noted(file);
  for (const apiId of typesOf(snapshot)) {
    const content = contentLines(apiId, { repository, blobs, snapshot, counts });
    yield noted({ name: `content/${apiId}.jsonl`, content, compress: true });
  }
  for await (const files of siteFiles(blobs, snapshot)) {
    for (const file of files) yield noted(file);
  }
  blobs.forget();
  for (const one of parts.media.bundled) {
    yield notes.take(begin(mediaFile(one, parts.storage)), (note) => checkBinary(one, note));
  }
  for await (const files of publishedZipFiles(parts.live)) {
    for (const file of files) yield noted(file);
  }
  yield noted({ name: BUNDLE_PATH, content: parts.bundle, compress: false, wide: true });
  const manifest = printManifest(manifestOf(parts, counts), notes.lines.blocks());
  yield begin({ name: MANIFEST_PATH, content: manifest, compress: true });
}

function text(name: string, content: Uint8Array): ZipFile {
  return { name, content, compress: true };
}

function* schemaFiles({ types, site }: SiteSnapshot): Generator<ZipFile> {
  for (const [apiId, { type, versions }] of sorted(types)) {
    for (const schema of versions.values()) {
      const name = `schema/${apiId}/${schema.version}.schema.json`;
      yield text(name, json(typeJsonSchema(schema, site.id)));
    }
    yield text(`schema/${apiId}/working.schema.json`, json(typeJsonSchema(type, site.id)));
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

function sorted<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Also those whose type file cannot be read. */
function typesOf({ types, entries, ledger }: SiteSnapshot): readonly string[] {
  const found = new Set(types.keys());
  for (const { identity } of entries) found.add(identity.apiId);
  for (const { type } of ledger.values()) found.add(type);
  return [...found].toSorted();
}

async function* siteFiles(
  blobs: RememberedBlobs,
  { files }: SiteSnapshot,
): AsyncGenerator<readonly ZipFile[]> {
  for await (const batch of readInBatches(blobs, files, ({ oid }) => oid)) {
    yield batch.map(({ item, bytes }) => text(`site/${item.path}`, bytes));
  }
}

async function* publishedZipFiles(live: LiveSite): AsyncGenerator<readonly ZipFile[]> {
  for await (const { paths, chunks } of publishedFiles(live)) {
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    const content = size <= WHOLE_BYTES ? Buffer.concat(chunks) : chunks;
    yield paths.map((path) => ({ name: `published/${path}`, content, compress: true }));
  }
}

function mediaFile({ path, record }: BundledMedia, storage: Pick<MediaStorage, "open">): ZipFile {
  async function* read(): AsyncGenerator<Uint8Array> {
    const object = await storage.open(originalKey(record));
    yield* object.kind === "stream" ? object.stream : readBytes(object);
  }
  return { name: path, content: read(), compress: false };
}

function checkBinary({ record }: BundledMedia, { sha256 }: ExportedFile): void {
  if (sha256 === record.sha256) return;
  throw new CmsError("storage_failed", `The binary of ${record.id} is damaged in media storage.`);
}

const NOTHING = Buffer.alloc(0);

/** Reads the next piece while one is worked on. */
async function* readBytes({
  path,
  byteSize,
}: {
  readonly path: string;
  readonly byteSize: number;
}): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  let left = byteSize;
  const readPiece = async (): Promise<Buffer> => {
    if (left === 0) return NOTHING;
    const piece = takePiece();
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, left));
    left = bytesRead === 0 ? 0 : left - bytesRead;
    return piece.subarray(0, bytesRead);
  };
  let next = readPiece();
  for (let piece = await next; piece.length > 0; piece = await next) {
    next = readPiece();
    // Met when it is awaited, if anybody still reads then.
    next.catch(() => undefined);
    yield piece;
  }
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
