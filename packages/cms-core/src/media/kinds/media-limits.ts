/** What an upload may be, in one place (see docs/decisions on media). */
export const MEDIA_LIMITS = {
  /** 50 MB. */
  imageBytes: 52_428_800,
  /** 200 MB. */
  fileBytes: 209_715_200,
  /** 1 MB: drawings are text, and every element costs a browser time. */
  svgBytes: 1_048_576,
  /** Width × height of one frame; checked from the header, before anything is decoded. */
  imagePixels: 50_000_000,
  /** Only the first frame is ever decoded; the rest is for visitors, whose browsers this spares. */
  imageFrames: 300,
  /** Of one step of the work on an image; the decoder or encoder is then stopped. */
  imageSeconds: 10,
  /** Between two parts of an upload; a sender that is silent for so long has gone. */
  stallSeconds: 60,
  /** UTF-8 bytes of a cleaned file name: file systems stop at 255 a path segment. */
  filenameBytes: 200,
} as const;

/**
 * What the process that decodes may use for one image before it is killed. CPU time and not the clock:
 * on a busy machine, where it comes last, a good photo takes long.
 */
export const IMAGE_PROCESS_LIMITS = {
  /** 1.5 GB: what 50 megapixels need in the worst format, twice. */
  memoryBytes: 1_610_612_736,
  cpuSeconds: 20,
  /** In case the process cannot even count its time. */
  wallSeconds: 120,
} as const;

/** Widths in pixels at which resized copies are made, where the original is at least as wide. */
export const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const;

export const VARIANT_FORMATS = ["webp", "avif"] as const;

/** Neither WebP nor the AVIF profiles that browsers decode go above this, in either direction. */
export const VARIANT_MAX_SIDE = 16_383;
