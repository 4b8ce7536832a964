import type { CmsMedia, CmsVariant } from "../schema/published-shapes.ts";

/** A file of an image: a variant, or the original. */
export interface ImageFile {
  readonly url: string;
  /** Width in pixels, if known. */
  readonly width: number | undefined;
}

/**
 * Returns the file for displaying an image at `width` pixels: the smallest variant that is at least as wide, otherwise
 * the largest one, or the original if no variant has the format.
 */
export function chooseVariant(media: CmsMedia, format: string, width: number): ImageFile {
  const sorted = variantsOf(media, format);
  return (
    sorted.find((variant) => variant.width >= width) ??
    sorted.at(-1) ?? { url: media.url, width: media.width }
  );
}

/** Returns the best format that all current browsers support. */
export function formatOf(media: CmsMedia, wanted: string | undefined): string {
  if (wanted !== undefined) return wanted;
  return ["webp", "avif"].find((format) => variantsOf(media, format).length > 0) ?? "original";
}

function variantsOf({ variants }: CmsMedia, format: string): readonly CmsVariant[] {
  return variants.filter((one) => one.format === format).toSorted((a, b) => a.width - b.width);
}
