import type { MediaRecord, MediaVariant } from "../model/media.ts";

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
