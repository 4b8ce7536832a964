import { createHash } from "node:crypto";
import { characterCount } from "../base/characters.ts";
import { CmsError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { LIMITS } from "../model/limits.ts";
import type { MediaRecord, MediaVariant } from "../model/media.ts";
import { cleanFilename } from "./clean-filename.ts";
import { cleanImage } from "./clean-image.ts";
import { throughGate } from "./ingest-gate.ts";
import { readIngestNote, writeIngestNote, type StoredMedia } from "./ingest-note.ts";
import { makeVariants } from "./make-variants.ts";
import type { MediaKind } from "./media-kinds.ts";
import { MEDIA_LIMITS } from "./media-limits.ts";
import { originalKey, variantKey } from "./media-paths.ts";
import type { MediaStorage } from "./media-storage.ts";
import { sniffMedia } from "./sniff-media.ts";

export interface MediaUpload {
  readonly bytes: Uint8Array;
  /** As the sender named it; cleaned here. */
  readonly filename: string;
  readonly alt: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  /** Media id of the record. @default a new one */
  readonly id?: string;
}

export interface IngestOptions {
  readonly storage: MediaStorage;
}

/**
 * The one gate through which binaries come in: tells the type by content, refuses what is not allowed,
 * takes metadata out of images, makes their resized copies, stores everything under the hash of the
 * stored bytes and returns the record to commit. The same bytes are stored once, whatever they are
 * named; a refused upload stores nothing.
 *
 * @throws CmsError `too_large`, `unsupported_media_type`, `unreadable_image`, `invalid` (alt text over
 * its limit) or `storage_failed`.
 */
export async function ingestMedia(
  upload: MediaUpload,
  { storage }: IngestOptions,
): Promise<MediaRecord> {
  const alt = cleanAlt(upload.alt);
  checkSize(upload.bytes, MEDIA_LIMITS.fileBytes, "A file");
  const kind = await sniffMedia(upload.bytes, upload.filename);
  if (kind.kind === "image") checkSize(upload.bytes, MEDIA_LIMITS.imageBytes, "An image");
  const stored = await storeOnce(upload.bytes, kind, storage);
  return {
    id: upload.id ?? newId("media"),
    filename: cleanFilename(upload.filename, { extensions: kind.extensions }),
    alt,
    createdAt: upload.createdAt,
    ...stored,
  };
}

async function storeOnce(
  bytes: Uint8Array,
  kind: MediaKind,
  storage: MediaStorage,
): Promise<StoredMedia> {
  const uploadSha256 = hashOf(bytes);
  const before = await readIngestNote(storage, uploadSha256);
  if (before !== undefined) return before;
  return throughGate(async () => {
    // While this upload waited, another of the same bytes may have passed.
    const meanwhile = await readIngestNote(storage, uploadSha256);
    if (meanwhile !== undefined) return meanwhile;
    const stored = await storeMedia(bytes, kind, storage);
    await writeIngestNote(storage, uploadSha256, stored);
    return stored;
  });
}

async function storeMedia(
  bytes: Uint8Array,
  kind: MediaKind,
  storage: MediaStorage,
): Promise<StoredMedia> {
  if (kind.kind === "file") {
    const sha256 = hashOf(bytes);
    await storage.put(originalKey({ sha256 }), bytes);
    return { sha256, mimeType: kind.mimeType, byteSize: bytes.length, variants: [] };
  }
  const image = await cleanImage(bytes, kind.format);
  const sha256 = hashOf(image.bytes);
  const variants: MediaVariant[] = [];
  for await (const { variant, bytes: copy } of makeVariants(image)) {
    await storage.put(variantKey({ sha256 }, variant), copy);
    variants.push(variant);
  }
  // Last, so that an original without its copies never stands.
  await storage.put(originalKey({ sha256 }), image.bytes);
  const { width, height } = image;
  return { sha256, mimeType: kind.mimeType, byteSize: image.bytes.length, width, height, variants };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function checkSize(bytes: Uint8Array, maxBytes: number, what: string): void {
  if (bytes.length <= maxBytes) return;
  throw new CmsError(
    "too_large",
    `${what} may have up to ${maxBytes / 1024 / 1024} MB; this one has ${(bytes.length / 1024 / 1024).toFixed(1)} MB.`,
    { details: { byteSize: bytes.length, maxBytes } },
  );
}

function cleanAlt(alt: string): string {
  const cleaned = alt.toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  if (characterCount(cleaned) <= LIMITS.altCharacters) return cleaned;
  throw new CmsError("invalid", `Alt text may have up to ${LIMITS.altCharacters} characters.`, {
    issues: [{ code: "invalid", message: "The alt text is too long.", field: "alt" }],
  });
}
