import type { CmsMedia } from "@loam/astro/content";

/**
 * Returns the URL of a WebP variant, for places that take a single URL. Falls back to the original if there is no
 * variant of that width.
 */
export function copyUrl(media: CmsMedia, width: number): string {
  const copy = media.variants.find((one) => one.width === width && one.format === "webp");
  return (copy ?? media).url;
}
