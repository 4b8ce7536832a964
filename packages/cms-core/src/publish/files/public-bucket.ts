import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CmsError, ifFound } from "../../base/errors.ts";
import { forEachLimit } from "../../base/lock.ts";
import { etagOf } from "../../media/s3/bucket-calls.ts";
import type { S3Body, S3Bucket, S3Condition, S3Headers } from "../../media/s3/s3-bucket.ts";
import { isSameService } from "../../media/s3/s3-location.ts";
import type { Chunks } from "../../render/list-body.ts";
import { INDEX_PATH } from "../../render/public-paths.ts";
import { digestOf } from "./check-files.ts";
import {
  type ApplyOptions,
  checkPublicPath,
  checkRemovablePath,
  type FileBody,
  type FilePlan,
  type OpenedFile,
  type PublicFiles,
  publicHeaders,
  type PublicStorage,
  type StoredFile,
} from "./public-storage.ts";

/** Maximum number of parallel uploads. */
const PARALLEL = 16;

/** Opens a site's published files in a bucket, read-only. */
export function readPublicBucket(bucket: S3Bucket): PublicFiles {
  return { scan: () => scan(bucket), open: (path) => openObject(bucket, path) };
}

/**
 * Opens public storage of one site in a bucket, which must contain nothing else below its prefix. Objects are replaced
 * one by one. The groups of a plan run in sequence, each in parallel. The index comes last and is replaced only if it
 * is unchanged since the start.
 *
 * The next plan after a listing doesn't upload files that the listing shows to be correct, so a new node takes over a
 * bucket for the cost of a listing.
 */
export function openPublicBucket(bucket: S3Bucket): PublicStorage {
  const state: BucketState = { listed: undefined, indexEtag: undefined, tagsAreMd5: true };
  return {
    ...readPublicBucket(bucket),
    async list() {
      const listed = new Map<string, StoredFile>();
      for await (const file of scan(bucket)) listed.set(file.path, file);
      state.listed = listed;
      return [...listed.keys()].toSorted();
    },
    apply: (plan, options = {}) => applyPlan(plan, { bucket, state }, options),
    close: async () => undefined,
  };
}

interface BucketState extends UploadState {
  /** Result of the last `list`, until a plan is applied. */
  listed: ReadonlyMap<string, StoredFile> | undefined;
  /** ETag of the index as this process wrote it; undefined if unknown. */
  indexEtag: string | undefined;
}

interface PublicBucket {
  readonly bucket: S3Bucket;
  readonly state: BucketState;
}

async function* scan(bucket: S3Bucket): AsyncGenerator<StoredFile> {
  for await (const { key, byteSize, etag } of bucket.list()) yield { path: key, byteSize, etag };
}

async function openObject(bucket: S3Bucket, path: string): Promise<OpenedFile | undefined> {
  const found = await ifFound(bucket.get(path));
  if (found === undefined) return undefined;
  const { body, byteSize, contentType, cacheControl, contentDisposition } = found;
  return {
    byteSize,
    stream: body,
    headers: {
      ...(contentType !== undefined && { contentType }),
      ...(cacheControl !== undefined && { cacheControl }),
      ...(contentDisposition !== undefined && { contentDisposition }),
    },
  };
}

async function applyPlan(
  plan: FilePlan,
  { bucket, state }: PublicBucket,
  { before = Promise.resolve(), rewriteMedia = false, onStaged }: ApplyOptions,
): Promise<void> {
  const total = plan.writes.flat().length;
  let done = 0;
  for (const { path } of plan.writes.flat()) checkPublicPath(path);
  for (const path of plan.removals.flat()) checkRemovablePath(path);
  const { listed } = state;
  state.listed = undefined;
  const [onlyIf] = await Promise.all([indexCondition({ bucket, state }), before]);
  for (const files of plan.writes) {
    const byPath = new Map(files.map((file) => [file.path, file.body]));
    await forEachLimit(files, PARALLEL, async ({ path, body }) => {
      const upload: Upload = {
        path,
        body: body.kind === "same" ? (byPath.get(body.as) ?? body) : body,
        listed: listed === undefined ? undefined : { file: listed.get(path) },
        rewriteMedia,
        ...(path === INDEX_PATH && { onlyIf }),
      };
      const etag = await uploadFile(upload, { bucket, state });
      if (path === INDEX_PATH) state.indexEtag = etag;
      done += 1;
      onStaged?.(done, total);
    });
  }
  for (const paths of plan.removals) {
    if (paths.includes(INDEX_PATH)) state.indexEtag = undefined;
    await bucket.delete(paths);
  }
}

/** Reads the index, which names the commit of all other files, before any of them changes. */
async function indexCondition({ bucket, state }: PublicBucket): Promise<S3Condition> {
  const found = await bucket.head(INDEX_PATH);
  if (state.indexEtag !== undefined && found?.etag !== state.indexEtag) {
    state.indexEtag = undefined;
    throw new CmsError("conflict", "Another process wrote the published files of this site.");
  }
  return found === undefined ? { absent: true } : { etag: found.etag };
}

interface Upload {
  readonly path: string;
  readonly body: FileBody;
  /** What a listing has just reported for the path; undefined if there was no listing. */
  readonly listed: { readonly file: StoredFile | undefined } | undefined;
  readonly rewriteMedia: boolean;
  readonly onlyIf?: S3Condition;
}

interface UploadState {
  /** Whether the service's ETags are MD5 of the uploaded bytes; not the case if it encrypts with its own keys. */
  tagsAreMd5: boolean;
}

interface UploadTarget {
  readonly bucket: S3Bucket;
  readonly state: UploadState;
}

/**
 * Uploads one public file unless it is known to be correct, and returns its ETag.
 *
 * @throws CmsError `storage_failed`, also if the service stored other bytes than it received
 */
async function uploadFile(upload: Upload, target: UploadTarget): Promise<string> {
  const { body } = upload;
  switch (body.kind) {
    case "chunks":
      return uploadChunks(await body.chunks(), upload, target);
    case "media":
      return uploadMedia(body, upload, target);
    case "same":
      throw new CmsError(
        "internal",
        `${upload.path} has the same content as a file that has not been written.`,
      );
  }
}

async function uploadChunks(
  chunks: Chunks,
  { path, listed, onlyIf }: Upload,
  target: UploadTarget,
): Promise<string> {
  const found = listed?.file;
  const byteSize = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (found?.byteSize === byteSize && found.etag === (await etagOf(chunks))) return found.etag;
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  const headers = { ...publicHeaders(path), sha256: hash.digest("hex") };
  return store(chunks, { path, headers, onlyIf }, target);
}

async function uploadMedia(
  { object, mimeType }: Extract<FileBody, { kind: "media" }>,
  { path, listed, rewriteMedia }: Upload,
  target: UploadTarget,
): Promise<string> {
  // A media file's path identifies its content, so a file of the right size is the same file.
  const found = listed === undefined ? await target.bucket.head(path) : listed.file;
  if (!rewriteMedia && found?.byteSize === object.byteSize) return found.etag ?? "";
  const headers = publicHeaders(path, mimeType);
  if (object.kind === "file") {
    return store(createReadStream(object.path), { path, headers }, target);
  }
  const source = object.object;
  if (source !== undefined && isSameService(source.bucket.location, target.bucket.location)) {
    const copied = await target.bucket.copy(source.bucket, source.key, path, headers).then(
      () => true,
      // This bucket's credentials may not allow reading the other bucket within the service.
      () => false,
    );
    if (copied) return "";
  }
  return store(object.stream, { path, headers }, target);
}

interface StoreTarget {
  readonly path: string;
  readonly headers: S3Headers;
  readonly onlyIf?: S3Condition | undefined;
}

async function store(
  body: S3Body,
  { path, headers, onlyIf }: StoreTarget,
  { bucket, state }: UploadTarget,
): Promise<string> {
  const { etag, sentEtag } = await bucket.put(path, body, {
    ...headers,
    ...(onlyIf && { onlyIf }),
  });
  if (etag === sentEtag || !state.tagsAreMd5) return etag;
  const { body: stored } = await bucket.get(path);
  const { etag: storedEtag } = await digestOf(stored);
  if (storedEtag !== sentEtag) {
    throw new CmsError(
      "storage_failed",
      `The service stored different bytes for ${path} than were sent.`,
      {
        details: { path },
      },
    );
  }
  state.tagsAreMd5 = false;
  return etag;
}
