/** What resized copies are made in. */
export const VARIANT_FORMATS = ["webp", "avif"] as const;

export interface MediaVariant {
  /** Pixels. */
  readonly width: number;
  readonly format: (typeof VARIANT_FORMATS)[number];
}

/** The point of an image that stays in sight when it is cropped: 0, 0 is its upper left corner. */
export interface FocalPoint {
  /** 0 to 1, from left to right. */
  readonly x: number;
  /** 0 to 1, from top to bottom. */
  readonly y: number;
}

/** A media record, `media/<xx>/<id>.yml`: the pointer that git holds to a binary in media storage. */
export interface MediaRecord {
  readonly id: string;
  /** Lower-case hex of the binary; its address in media storage. */
  readonly sha256: string;
  /** Display name, already cleaned: it is the last part of the public URL. */
  readonly filename: string;
  readonly mimeType: string;
  readonly byteSize: number;
  /** Pixels after orientation was applied; images only. */
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
  /** Where the library keeps it, `trips/2026`; what is published knows no folders. @default in none */
  readonly folder?: string;
  /** @default the middle */
  readonly focalPoint?: FocalPoint;
  readonly createdAt: string;
  /** ThumbHash in base64, a blurred picture to show while the image loads; images only. */
  readonly thumbHash?: string;
  /** `#rrggbb`; images only. */
  readonly dominantColor?: string;
  readonly variants: readonly MediaVariant[];
}

export function isThumbHash(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9+/]{6,40}={0,2}$/.test(value);
}

export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/.test(value);
}

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
