import type { CmsMedia } from "@loam/astro/content";

/**
 * URL of one WebP variant, for places that take a single URL. If there is no variant of that
 * width, it's the URL of the original.
 */
export function copyUrl(media: CmsMedia, width: number): string {
  const copy = media.variants.find((one) => one.width === width && one.format === "webp");
  return (copy ?? media).url;
}
