import type { CmsMedia, CmsVariant } from "../schema/published-shapes.ts";

/** A file of an image: one of its variants, or the image itself. */
export interface ImageFile {
  readonly url: string;
  /** Pixels, where they are known. */
  readonly width: number | undefined;
}

/**
 * The file to show an image from at `width` pixels: the smallest variant that is not smaller, else the
 * largest, and the image itself where there is none of the format.
 */
export function chooseVariant(media: CmsMedia, format: string, width: number): ImageFile {
  const sorted = variantsOf(media, format);
  return (
    sorted.find((variant) => variant.width >= width) ??
    sorted.at(-1) ?? { url: media.url, width: media.width }
  );
}

/** The best format that every browser of today reads. */
export function formatOf(media: CmsMedia, wanted: string | undefined): string {
  if (wanted !== undefined) return wanted;
  return ["webp", "avif"].find((format) => variantsOf(media, format).length > 0) ?? "original";
}

function variantsOf({ variants }: CmsMedia, format: string): readonly CmsVariant[] {
  return variants.filter((one) => one.format === format).toSorted((a, b) => a.width - b.width);
}
