export type ImageFormat = "jpeg" | "png" | "webp" | "avif" | "gif";

/** A type of file that may be stored. `extensions[0]` is the one given to files that come without. */
export type MediaKind =
  | {
      readonly kind: "image";
      readonly format: ImageFormat;
      readonly mimeType: string;
      readonly extensions: readonly [string, ...string[]];
    }
  | {
      readonly kind: "file";
      readonly mimeType: string;
      readonly extensions: readonly [string, ...string[]];
    };

function image(format: ImageFormat, ...extensions: [string, ...string[]]): MediaKind {
  return { kind: "image", format, mimeType: `image/${format}`, extensions };
}

function file(mimeType: string, ...extensions: [string, ...string[]]): MediaKind {
  return { kind: "file", mimeType, extensions };
}

/**
 * The allow-list, by the media type that the content itself shows. What is missing is missing on
 * purpose: SVG and HTML run scripts on the site's own origin, and video is not hosted.
 */
export const MEDIA_KINDS: ReadonlyMap<string, MediaKind> = new Map([
  ["image/jpeg", image("jpeg", "jpg", "jpeg")],
  ["image/png", image("png", "png")],
  ["image/apng", image("png", "png", "apng")],
  ["image/webp", image("webp", "webp")],
  ["image/avif", image("avif", "avif")],
  ["image/gif", image("gif", "gif")],
  ["application/pdf", file("application/pdf", "pdf")],
  ["application/zip", file("application/zip", "zip")],
  ["audio/mpeg", file("audio/mpeg", "mp3")],
  ["audio/ogg", file("audio/ogg", "ogg", "oga", "opus")],
  ["audio/wav", file("audio/wav", "wav")],
  ["audio/x-m4a", file("audio/mp4", "m4a")],
]);

/** Text has no signature, so here the file's extension says which text it is. */
export const TEXT_KINDS: ReadonlyMap<string, MediaKind> = new Map([
  ["txt", file("text/plain", "txt")],
  ["csv", file("text/csv", "csv")],
]);

const EXTENSIONS: ReadonlySet<string> = new Set(
  [...MEDIA_KINDS.values(), ...TEXT_KINDS.values()].flatMap((kind) => kind.extensions),
);

/** Whether `extension` (lower case, no dot) belongs to a type that may be stored. */
export function isMediaExtension(extension: string): boolean {
  return EXTENSIONS.has(extension);
}
