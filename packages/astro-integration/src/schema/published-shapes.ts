/** A resized copy of an image, made when it was uploaded. */
export interface CmsVariant {
  /** Pixels. */
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
  /** Pixels; images only. */
  readonly width?: number | undefined;
  /** Pixels; images only. */
  readonly height?: number | undefined;
  readonly alt: string;
  readonly variants: readonly CmsVariant[];
  /** ThumbHash in base64, a blurred picture to show while the image loads; images only. */
  readonly thumbHash?: string | undefined;
  /** `#rrggbb`; images only. */
  readonly dominantColor?: string | undefined;
  /** What stays in sight when the image is cropped: 0 to 1 from the upper left corner. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | undefined;
}

/** A reference to a published entry, in the shape that Astro's `getEntry()` takes. */
export interface PublishedReference<Collection extends string = string> {
  readonly collection: Collection;
  readonly id: string;
}

/** A reference to an entry that is not published: its id in the CMS, and nothing to load. */
export interface UnpublishedReference {
  readonly collection?: undefined;
  readonly id: string;
}

/**
 * A reference field's value. Test it with {@link isPublished} (or `ref.collection`) before
 * `getEntry(ref)`: an entry that is referenced can be unpublished later.
 */
export type CmsReference<Collection extends string = string> =
  | PublishedReference<Collection>
  | UnpublishedReference;

/** Whether the reference leads to an entry that `getEntry()` finds. */
export function isPublished<Collection extends string>(
  reference: CmsReference<Collection> | null | undefined,
): reference is PublishedReference<Collection> {
  return reference?.collection !== undefined;
}

/** The keys that every entry has besides its fields. */
export interface CmsSystemKeys {
  /** The entry's id in the CMS; `entry.id` is its slug unless `idFrom` says otherwise. */
  readonly id: string;
  readonly slug: string;
  /** ISO 8601, UTC, as every time here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly sortOrder: number;
  /** Place in the published order, from 0; see `byPosition`. */
  readonly position: number;
}

declare global {
  /** Filled by the integration with one interface per content type, in `.astro/integrations/`. */
  namespace Cms {
    interface Types {}
  }
}
