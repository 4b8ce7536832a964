import { CmsError } from "../../base/errors.ts";
import type { MediaRecord, MediaVariant } from "../../model/media.ts";

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}\/[a-z0-9][a-z0-9.-]{0,63}$/;

export function isMediaKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * Keys are made by this package; a bad one is a bug or an attack, and never becomes a path.
 *
 * @throws CmsError `invalid_path`
 */
export function checkMediaKey(key: string): string {
  if (isMediaKey(key)) return key;
  throw new CmsError("invalid_path", `${JSON.stringify(key)} is no media key.`);
}

/** Where a record's binary stands in media storage: `<sha256[0..2]>/<sha256>/original`. */
export function originalKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/original`;
}

/** Where a resized copy stands in media storage: `<sha256[0..2]>/<sha256>/<width>.<format>`. */
export function variantKey({ sha256 }: Pick<MediaRecord, "sha256">, variant: MediaVariant): string {
  return `${objectFolder(sha256)}/${variantName(variant)}`;
}

/** Where a sweep says since when a binary is unused: `<sha256[0..2]>/<sha256>/unused`. */
export function unusedKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/unused`;
}

/** Folder of everything that belongs to one binary. */
export function objectFolder(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** `<width>.<format>`: the name of a copy, beside its original. */
export function variantName({ width, format }: MediaVariant): string {
  return `${width}.${format}`;
}
