export interface MediaVariant {
  /** Pixels. */
  readonly width: number;
  readonly format: "webp" | "avif";
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
