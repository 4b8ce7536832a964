import type { CmsMedia } from "@loam/astro/content";

/**
 * Address of one resized copy as WebP, for places that take a single address; of the original
 * where there is no copy of that width.
 */
export function copyUrl(media: CmsMedia, width: number): string {
  const copy = media.variants.find((one) => one.width === width && one.format === "webp");
  return (copy ?? media).url;
}
