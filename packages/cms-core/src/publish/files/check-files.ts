import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { isCmsError } from "../../base/errors.ts";
import { cutParts, etagOfParts, md5 } from "../../media/s3/bucket-calls.ts";
import type { CheckedMedia } from "../../media/storage/checked-media.ts";
import { type MediaObject, originalKey, variantKey } from "../../media/storage/media-storage.ts";
import type { Chunks } from "../../render/list-body.ts";
import type { MediaFile } from "./plan-files.ts";
import {
  type PublicFiles,
  publicHeaders,
  type PublicHeaders,
  type StoredFile,
} from "./public-storage.ts";

/** A problem with a public file, or with the binary that it copies. */
export interface FileFinding {
  readonly kind:
    | "missing"
    /** Its bytes differ from the published ones. */
    | "altered"
    /** No published content has this path. */
    | "extra"
    /** Its bytes are correct, but the bucket serves it with another type or other cache headers. */
    | "headers"
    /** The binary is missing in media storage. */
    | "media_missing"
    /** The binary in media storage differs from the one in the record. */
    | "media_altered";
  readonly path: string;
}

export interface FileCheck {
  readonly files: PublicFiles;
  readonly media: Pick<CheckedMedia, "open" | "hashOf">;
  /** Whether to read every byte, not only what listings cannot prove. */
  readonly deep: boolean;
}

/** Compares a JSON file with its expected content. */
export async function checkJson(
  path: string,
  chunks: Chunks,
  stored: StoredFile | undefined,
  check: FileCheck,
): Promise<FileFinding[]> {
  return checkStored(
    path,
    { digest: () => digestOf(chunks), headers: publicHeaders(path), stored },
    check,
  );
}

/** Checks a copy of a binary, and the binary in media storage. */
export async function checkMedia(
  { path, record, variant }: MediaFile,
  stored: StoredFile | undefined,
  check: FileCheck,
): Promise<FileFinding[]> {
  const key = variant === undefined ? originalKey(record) : variantKey(record, variant);
  const object = await openIntact(check.media, key);
  if (object === "media_missing" || object === "media_altered")
    return [{ kind: object, path: key }];
  if (!check.deep && isSameObject(object, stored)) return [];
  const sha256 = await check.media.hashOf(key);
  const isTagged = !check.deep && stored?.etag !== undefined;
  const digest = async (): Promise<Digest> => {
    // Media storage has already read it.
    if (sha256 !== undefined && !isTagged) return { byteSize: object.byteSize, sha256 };
    return digestOf(object.kind === "file" ? createReadStream(object.path) : object.stream);
  };
  const mimeType = variant === undefined ? record.mimeType : `image/${variant.format}`;
  const headers = publicHeaders(path, mimeType);
  return checkStored(path, { digest, headers, stored }, check);
}

async function openIntact(
  media: FileCheck["media"],
  key: string,
): Promise<MediaObject | "media_missing" | "media_altered"> {
  try {
    return await media.open(key);
  } catch (error) {
    if (isCmsError(error) && error.code === "not_found") return "media_missing";
    if (isCmsError(error) && error.code === "media_damaged") return "media_altered";
    throw error;
  }
}

/** Bucket objects with the same ETag have the same bytes, so they needn't be read. */
function isSameObject(object: MediaObject, stored: StoredFile | undefined): boolean {
  if (object.kind === "file" || object.object === undefined) return false;
  if (stored?.etag === undefined || stored.byteSize !== object.byteSize) return false;
  return object.object.etag === stored.etag;
}

interface Wanted {
  readonly digest: () => Promise<Digest>;
  readonly headers: PublicHeaders;
  readonly stored: StoredFile | undefined;
}

async function checkStored(
  path: string,
  { digest, headers, stored }: Wanted,
  { files, deep }: FileCheck,
): Promise<FileFinding[]> {
  if (stored === undefined) return [{ kind: "missing", path }];
  const wanted = await digest();
  if (stored.byteSize !== wanted.byteSize) return [{ kind: "altered", path }];
  if (!deep && wanted.etag !== undefined && stored.etag === wanted.etag) return [];
  const opened = await files.open(path);
  if (opened === undefined) return [{ kind: "altered", path }];
  const { sha256 } = await digestOf(opened.stream);
  if (sha256 !== wanted.sha256) return [{ kind: "altered", path }];
  return servedAs(headers, opened.headers) ? [] : [{ kind: "headers", path }];
}

function servedAs(wanted: PublicHeaders, found: Partial<PublicHeaders> | undefined): boolean {
  return (
    found === undefined ||
    (found.contentType === wanted.contentType &&
      found.cacheControl === wanted.cacheControl &&
      found.contentDisposition === wanted.contentDisposition)
  );
}

interface Digest {
  readonly byteSize: number;
  /** Lowercase hex. */
  readonly sha256: string;
  /** ETag that a bucket would assign; undefined if not needed. */
  readonly etag?: string;
}

/** Hashes a stream, a few megabytes at a time. */
export async function digestOf(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Required<Digest>> {
  const hash = createHash("sha256");
  const parts: Buffer[] = [];
  let byteSize = 0;
  for await (const part of cutParts(body)) {
    hash.update(part);
    parts.push(md5(part));
    byteSize += part.length;
  }
  return { byteSize, sha256: hash.digest("hex"), etag: etagOfParts(parts) };
}
