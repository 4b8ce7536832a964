import type { MediaRecord, MediaVariant } from "../model/media.ts";

/** Where a record's binary stands in media storage: `<sha256[0..2]>/<sha256>/original`. */
export function originalKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/original`;
}

/** Where a resized copy stands in media storage: `<sha256[0..2]>/<sha256>/<width>.<format>`. */
export function variantKey({ sha256 }: Pick<MediaRecord, "sha256">, variant: MediaVariant): string {
  return `${objectFolder(sha256)}/${variantName(variant)}`;
}

/**
 * Path of the binary, or of one resized copy, in a site's public storage: no slash at its front, not
 * percent-encoded. `media/<first 16 hex of sha256>/<filename>` and `…/<width>.<format>`.
 */
export function publicMediaPath(
  { sha256, filename }: Pick<MediaRecord, "sha256" | "filename">,
  variant?: MediaVariant,
): string {
  return `media/${sha256.slice(0, 16)}/${variant === undefined ? filename : variantName(variant)}`;
}

/** Folder of everything that belongs to one binary. */
export function objectFolder(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

function variantName({ width, format }: MediaVariant): string {
  return `${width}.${format}`;
}
