/** What an upload may be, in one place (see docs/decisions on media). */
export const MEDIA_LIMITS = {
  /** 25 MB. */
  imageBytes: 26_214_400,
  /** 100 MB. */
  fileBytes: 104_857_600,
  /** Width × height of one frame; checked from the header, before anything is decoded. */
  imagePixels: 50_000_000,
  /** Only the first frame is ever decoded; the rest is for visitors, whose browsers this spares. */
  imageFrames: 1000,
  /** Of work on one image; an encoder that takes longer is stopped. */
  imageSeconds: 30,
  /** UTF-8 bytes of a cleaned file name: file systems stop at 255 a path segment. */
  filenameBytes: 200,
} as const;

/** Widths in pixels at which resized copies are made, where the original is at least as wide. */
export const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const;

export const VARIANT_FORMATS = ["webp", "avif"] as const;

/** Neither WebP nor the AVIF profiles that browsers decode go above this, in either direction. */
export const VARIANT_MAX_SIDE = 16_383;
