/** A resized variant of an image, created at upload. */
export interface CmsVariant {
  /** Width in pixels. */
  readonly width: number;
  /** `avif` or `webp`. */
  readonly format: string;
  readonly url: string;
}

/** A published image or file. */
export interface CmsMedia {
  readonly id: string;
  readonly url: string;
  readonly object_key: string;
  readonly filename: string;
  readonly mime_type: string;
  readonly byte_size: number;
  /** Width in pixels; images only. */
  readonly width?: number | undefined;
  /** Height in pixels; images only. */
  readonly height?: number | undefined;
  readonly alt: string;
  readonly variants: readonly CmsVariant[];
  /** ThumbHash in base64, a blurred placeholder while the image loads; images only. */
  readonly thumbHash?: string | undefined;
  /** `#rrggbb`; images only. */
  readonly dominantColor?: string | undefined;
  /** Point that stays visible when the image is cropped: 0 to 1 from the top left corner. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | undefined;
}

/** A reference to a published entry, in the format of Astro's `getEntry()`. */
export interface PublishedReference<Collection extends string = string> {
  readonly collection: Collection;
  readonly id: string;
}

/** A reference to an unpublished entry. It only has the id in the CMS. */
export interface UnpublishedReference {
  readonly collection?: undefined;
  readonly id: string;
}

/**
 * A reference field's value. Check it with {@link isPublished} (or `ref.collection`) before `getEntry(ref)`, because a
 * referenced entry can be unpublished later.
 */
export type CmsReference<Collection extends string = string> =
  | PublishedReference<Collection>
  | UnpublishedReference;

/** Returns whether the reference leads to an entry that `getEntry()` finds. */
export function isPublished<Collection extends string>(
  reference: CmsReference<Collection> | null | undefined,
): reference is PublishedReference<Collection> {
  return reference?.collection !== undefined;
}

/** System keys of every entry. */
export interface CmsSystemKeys {
  /** The entry's id in the CMS. `entry.id` is its slug, unless `idFrom` is set. */
  readonly id: string;
  readonly slug: string;
  /** ISO 8601 UTC, like all times here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly sortOrder: number;
  /** Position in the published order, from 0. See `byPosition`. */
  readonly position: number;
}

declare global {
  /** Extended by the integration with one interface per content type, in `.astro/integrations/`. */
  namespace Cms {
    interface Types {}
  }
}
