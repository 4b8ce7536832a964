import type { MediaRecord, MediaVariant } from "../model/media.ts";
import { VARIANT_FORMATS } from "./media-limits.ts";
import { objectFolder, originalKey, variantKey } from "./media-paths.ts";
import type { MediaStorage } from "./media-storage.ts";

/** What is known of a binary once it is stored. */
export type StoredMedia = Pick<
  MediaRecord,
  "sha256" | "mimeType" | "byteSize" | "width" | "height" | "variants"
>;

/** Raised when the same upload would give other objects than before. */
const NOTE_NAME = "ingested-1.json";

/**
 * What became of these uploaded bytes before, so that the same file is neither decoded nor stored twice.
 * Undefined when it was never taken, or when one of its objects is no longer there.
 */
export async function readIngestNote(
  storage: MediaStorage,
  uploadSha256: string,
): Promise<StoredMedia | undefined> {
  const key = noteKey(uploadSha256);
  if (!(await storage.has(key))) return undefined;
  const note = parseNote(Buffer.from(await storage.read(key)).toString("utf8"));
  if (note === undefined) return undefined;
  const keys = [originalKey(note), ...note.variants.map((variant) => variantKey(note, variant))];
  const present = await Promise.all(keys.map((each) => storage.has(each)));
  return present.every(Boolean) ? note : undefined;
}

/** Written after everything that it names. */
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

function parseNote(text: string): StoredMedia | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isStoredMedia(value) ? value : undefined;
}

function isStoredMedia(value: unknown): value is StoredMedia {
  if (!isObject(value)) return false;
  const { sha256, mimeType, byteSize, width, height, variants } = value;
  return (
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof mimeType === "string" &&
    Number.isSafeInteger(byteSize) &&
    [width, height].every((side) => side === undefined || Number.isSafeInteger(side)) &&
    Array.isArray(variants) &&
    variants.every(isVariant)
  );
}

function isVariant(value: unknown): value is MediaVariant {
  return (
    isObject(value) &&
    Number.isSafeInteger(value["width"]) &&
    VARIANT_FORMATS.some((format) => format === value["format"])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
