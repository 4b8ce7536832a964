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
 * @param mediaType of a media file
 */
export function publicHeaders(path: string, mediaType?: string): PublicHeaders {
  if (mediaType === undefined) return JSON_HEADERS;
  return {
    contentType: mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType,
    cacheControl: "public, max-age=31536000, immutable",
    ...(!SHOWN_INLINE.test(path) && { contentDisposition: "attachment" }),
  };
}
