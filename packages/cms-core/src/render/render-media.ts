import { type MediaRecord, publishedType } from "../model/media.ts";
import { mediaFilePath, publicAddress } from "./public-paths.ts";

/** Where the site is served, and under which id. */
export interface PublicPlace {
  /** `{public_storage_url}/{site_id}`, without a slash at its end. */
  readonly publicUrl: string;
  readonly siteId: string;
}

export interface RenderMediaOptions extends PublicPlace {
  /** Overrides the record's own alternative text. */
  readonly alt?: string | undefined;
}

/**
 * The media object of the specification as compact JSON. `width` and `height` are left out where the
 * file is no image; `alt` and `variants` are always there. Behind them stand `thumbHash`, `dominantColor`
 * and `focalPoint` where the record has them.
 */
export function renderMedia(record: MediaRecord, options: RenderMediaOptions): string {
  const { publicUrl, siteId } = options;
  return JSON.stringify({
    id: record.id,
    url: publicAddress(publicUrl, mediaFilePath(record)),
    object_key: `${siteId}/${mediaFilePath(record)}`,
    filename: record.filename,
    mime_type: publishedType(record.mimeType),
    byte_size: record.byteSize,
    width: record.width,
    height: record.height,
    alt: options.alt ?? record.alt,
    variants: record.variants.map((variant) => ({
      width: variant.width,
      format: variant.format,
      url: publicAddress(publicUrl, mediaFilePath(record, variant)),
    })),
    thumbHash: record.thumbHash,
    dominantColor: record.dominantColor,
    focalPoint: record.focalPoint,
  });
}
