import type { CmsMedia, CmsVariant } from "../schema/published-shapes.ts";

/** A `<source>` of a `<picture>`. */
interface PictureSource {
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
}

/** A `<picture>` as data: its sources, best format first, and the attributes of its `<img>`. */
export interface Picture {
  readonly sources: readonly PictureSource[];
  readonly img: Readonly<Record<string, string>>;
}

export interface PictureOptions {
  /** The `sizes` attribute. @default the width of the image, at most that of the window */
  readonly sizes?: string;
  /** Offered formats, best first. @default ["avif", "webp"] */
  readonly formats?: readonly string[];
}

/**
 * Returns how a browser should load a published image: its variants by format and width, the original as a fallback,
 * and its size to avoid layout shifts.
 */
export function pictureOf(
  media: CmsMedia,
  { sizes = defaultSizes(media), formats = ["avif", "webp"] }: PictureOptions = {},
): Picture {
  const sources = formats.flatMap((format) => {
    const srcset = srcsetOf(media.variants, format);
    return srcset === "" ? [] : [{ type: `image/${format}`, srcset, sizes }];
  });
  return {
    sources,
    img: { src: media.url, ...dimensions(media), ...croppingOf(media), alt: media.alt },
  };
}

function srcsetOf(variants: readonly CmsVariant[], format: string): string {
  const byWidth = new Map(
    variants.filter((variant) => variant.format === format).map(({ width, url }) => [width, url]),
  );
  return [...byWidth]
    .toSorted(([a], [b]) => a - b)
    .map(([width, url]) => `${url} ${width}w`)
    .join(", ");
}

function defaultSizes({ width }: CmsMedia): string {
  return width === undefined ? "100vw" : `(min-width: ${width}px) ${width}px, 100vw`;
}

/** Only has an effect if a style sheet crops the image (`object-fit: cover`). */
export function croppingOf({ focalPoint }: CmsMedia): { readonly style?: string } {
  if (focalPoint === undefined) return {};
  return { style: `object-position:${percent(focalPoint.x)} ${percent(focalPoint.y)}` };
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

function dimensions({ width, height }: CmsMedia): Readonly<Record<string, string>> {
  if (width === undefined || height === undefined) return {};
  return { width: String(width), height: String(height) };
}
