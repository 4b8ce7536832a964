import { ifFound } from "../../base/errors.ts";
import type { MediaRecord } from "../../model/media.ts";
import { isColor, isThumbHash } from "../../model/media.ts";
import { isVariant } from "../image/image-job.ts";
import {
  type MediaStorage,
  objectFolder,
  originalKey,
  variantKey,
} from "../storage/media-storage.ts";

/** Properties of a binary that are known once it is stored. */
export type StoredMedia = Pick<
  MediaRecord,
  | "sha256"
  | "mimeType"
  | "byteSize"
  | "width"
  | "height"
  | "variants"
  | "thumbHash"
  | "dominantColor"
>;

/** Increment it when the same upload would produce other objects. */
const NOTE_NAME = "ingested-2.json";

/**
 * Returns the result of an earlier upload of the same bytes, so that a file isn't decoded and stored twice. Undefined
 * if it was never uploaded, or if one of its objects is missing.
 */
export async function readIngestNote(
  storage: MediaStorage,
  uploadSha256: string,
): Promise<StoredMedia | undefined> {
  const bytes = await ifFound(storage.read(noteKey(uploadSha256)));
  const note = bytes === undefined ? undefined : parseIngestNote(bytes);
  return note !== undefined && (await isStored(note, storage)) ? note : undefined;
}

/** Whether media storage has a record's binary and all its variants. */
export async function isStored(
  record: Pick<MediaRecord, "sha256" | "variants">,
  storage: Pick<MediaStorage, "has">,
): Promise<boolean> {
  const keys = [originalKey(record), ...record.variants.map((copy) => variantKey(record, copy))];
  const present = await Promise.all(keys.map((key) => storage.has(key)));
  return present.every(Boolean);
}

/** Must be written after all objects that it names. */
export async function writeIngestNote(
  storage: MediaStorage,
  uploadSha256: string,
  note: StoredMedia,
): Promise<void> {
  await storage.put(noteKey(uploadSha256), Buffer.from(JSON.stringify(note)));
}

function noteKey(uploadSha256: string): string {
  return `${objectFolder(uploadSha256)}/${NOTE_NAME}`;
}

/** Returns undefined if the bytes aren't a note of this version. */
export function parseIngestNote(bytes: Uint8Array): StoredMedia | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
  return isStoredMedia(value) ? value : undefined;
}

function isStoredMedia(value: unknown): value is StoredMedia {
  if (!isObject(value)) return false;
  const { sha256, mimeType, byteSize, width, height, variants, thumbHash, dominantColor } = value;
  return (
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof mimeType === "string" &&
    Number.isSafeInteger(byteSize) &&
    [width, height].every((side) => side === undefined || Number.isSafeInteger(side)) &&
    Array.isArray(variants) &&
    variants.every(isVariant) &&
    (thumbHash === undefined || isThumbHash(thumbHash)) &&
    (dominantColor === undefined || isColor(dominantColor))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
