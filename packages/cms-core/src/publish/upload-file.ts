import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CmsError } from "../base/errors.ts";
import type { Chunks } from "../render/render-list.ts";
import type { S3Body, S3Bucket, S3Condition, S3Headers } from "../s3/s3-bucket.ts";
import { etagOf } from "../s3/s3-etag.ts";
import { isSameService } from "../s3/s3-location.ts";
import { digestOf } from "./digest-of.ts";
import { publicHeaders } from "./public-headers.ts";
import type { FileBody, StoredFile } from "./public-storage.ts";

export interface Upload {
  readonly path: string;
  readonly body: FileBody;
  /** What a listing just said of the path; undefined where none was made. */
  readonly listed: { readonly file: StoredFile | undefined } | undefined;
  readonly rewriteMedia: boolean;
  readonly onlyIf?: S3Condition;
}

export interface UploadState {
  /** Whether the service's tags are MD5 of what was sent: not where it encrypts by keys of its own. */
  tagsAreMd5: boolean;
}

interface UploadTarget {
  readonly bucket: S3Bucket;
  readonly state: UploadState;
}

/**
 * Stores one public file and returns its tag, unless it is known to stand.
 *
 * @throws CmsError `storage_failed` also when the service has stored other bytes than it was sent.
 */
export async function uploadFile(upload: Upload, target: UploadTarget): Promise<string> {
  const { body } = upload;
  switch (body.kind) {
    case "chunks":
      return uploadChunks(await body.chunks(), upload, target);
    case "media":
      return uploadMedia(body, upload, target);
    case "same":
      throw new CmsError("internal", `${upload.path} is the same as a file that is not written.`);
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
  // A media file's path is an address of its content: one of the right size is the same file.
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
      // Credentials of the one bucket may not read the other within the service.
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
      `The service has stored other bytes of ${path} than sent.`,
      {
        details: { path },
      },
    );
  }
  state.tagsAreMd5 = false;
  return etag;
}
