/** Pictures in which nothing runs. */
export const PICTURE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/avif",
  "image/gif",
] as const;

const OTHER_TYPES = [
  "image/svg+xml",
  "application/pdf",
  "application/zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.presentation",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/flac",
  "audio/mp4",
  "text/plain",
  "text/csv",
] as const;

/** The media types that files of a site may have. */
export type MediaType = (typeof PICTURE_TYPES)[number] | (typeof OTHER_TYPES)[number];

const MEDIA_TYPES: readonly MediaType[] = [...PICTURE_TYPES, ...OTHER_TYPES];

/**
 * The type by which a file is published: a record may come from a push, and name one that browsers run. What is none
 * of these is bytes.
 */
export function publishedType(mimeType: string): MediaType | "application/octet-stream" {
  return MEDIA_TYPES.find((type) => type === mimeType) ?? "application/octet-stream";
}
