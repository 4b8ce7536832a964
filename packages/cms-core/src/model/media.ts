/** Formats of resized variants. */
export const VARIANT_FORMATS = ["webp", "avif"] as const;

export interface MediaVariant {
  /** Pixels. */
  readonly width: number;
  readonly format: (typeof VARIANT_FORMATS)[number];
}

/** The point of an image that stays visible when it is cropped. 0, 0 is the top left corner. */
export interface FocalPoint {
  /** 0 to 1, from left to right. */
  readonly x: number;
  /** 0 to 1, from top to bottom. */
  readonly y: number;
}

/** A media record in `media/<xx>/<id>.yml`: the pointer in Git to a binary in media storage. */
export interface MediaRecord {
  readonly id: string;
  /** Lowercase hex hash of the binary, which is its key in media storage. */
  readonly sha256: string;
  /** Sanitized display name, used as the last part of the public URL. */
  readonly filename: string;
  readonly mimeType: string;
  readonly byteSize: number;
  /** Width in pixels after applying the orientation; images only. */
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
  /** Folder in the media library, such as `trips/2026`. Not part of published content. @default no folder */
  readonly folder?: string;
  /** @default the center */
  readonly focalPoint?: FocalPoint;
  readonly createdAt: string;
  /** ThumbHash in base64, a blurred placeholder while the image loads; images only. */
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

/** Image types that cannot contain scripts. */
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

/** Media types that files of a site can have. */
export type MediaType = (typeof PICTURE_TYPES)[number] | (typeof OTHER_TYPES)[number];

const MEDIA_TYPES: readonly MediaType[] = [...PICTURE_TYPES, ...OTHER_TYPES];

/**
 * Returns the type with which a file is published. A pushed record can name a type that browsers execute, so other
 * types become `application/octet-stream`.
 */
export function publishedType(mimeType: string): MediaType | "application/octet-stream" {
  return MEDIA_TYPES.find((type) => type === mimeType) ?? "application/octet-stream";
}
