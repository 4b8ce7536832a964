export interface MediaVariant {
  /** Pixels. */
  readonly width: number;
  readonly format: "webp" | "avif";
}

/** A media record, `media/<id>.yml`: the pointer that git holds to a binary in media storage. */
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
  readonly createdAt: string;
  readonly variants: readonly MediaVariant[];
}
