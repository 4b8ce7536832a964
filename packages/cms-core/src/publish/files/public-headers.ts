import { PICTURE_TYPES, publishedType } from "../../model/media-type.ts";

/** What a public file is served with. */
export interface PublicHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentDisposition?: string;
}

/** Pictures without scripts. Everything else is downloaded; in a page it shows and plays all the same. */
const SHOWN_INLINE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

const JSON_HEADERS: PublicHeaders = {
  contentType: "application/json; charset=utf-8",
  cacheControl: "public, max-age=0, must-revalidate",
};

/**
 * JSON is revalidated, media never change under their address, and what a browser might run is downloaded
 * (contracts, section 3).
 *
 * @param mediaType of a media file; empty where its name alone says it
 */
export function publicHeaders(path: string, mediaType?: string): PublicHeaders {
  if (mediaType === undefined) return JSON_HEADERS;
  const type = publishedType(mediaType);
  const isPicture = mediaType === "" || PICTURE_TYPES.some((picture) => picture === type);
  return {
    contentType: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    cacheControl: "public, max-age=31536000, immutable",
    ...(!(isPicture && SHOWN_INLINE.test(path)) && { contentDisposition: "attachment" }),
  };
}
