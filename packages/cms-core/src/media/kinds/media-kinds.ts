import type { MediaType } from "../../model/media.ts";

/** Images that are decoded. */
export const IMAGE_FORMATS = ["jpeg", "png", "webp", "avif", "gif"] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

interface KindFacts {
  readonly mimeType: MediaType;
  /** The first is given to files that come without. */
  readonly extensions: readonly [string, ...string[]];
}

/** A type of file that may be stored. */
export type MediaKind = KindFacts &
  (
    | { readonly kind: "image"; readonly format: ImageFormat }
    /** Sanitised as text, never drawn. */
    | { readonly kind: "svg" }
    /** Stored as it is. */
    | { readonly kind: "file" }
  );

function image(format: ImageFormat, ...extensions: [string, ...string[]]): MediaKind {
  return { kind: "image", format, mimeType: `image/${format}`, extensions };
}

function file(mimeType: MediaType, ...extensions: [string, ...string[]]): MediaKind {
  return { kind: "file", mimeType, extensions };
}

/**
 * The allow-list, by the media type that the content itself shows. What is missing is missing on
 * purpose: HTML runs scripts on the site's own origin, and video is not hosted.
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
  ...officeKinds(),
  ["audio/mpeg", file("audio/mpeg", "mp3")],
  ["audio/ogg", file("audio/ogg", "ogg", "oga", "opus")],
  ["audio/wav", file("audio/wav", "wav")],
  ["audio/flac", file("audio/flac", "flac")],
  ["audio/x-flac", file("audio/flac", "flac")],
  ["audio/x-m4a", file("audio/mp4", "m4a")],
]);

/** Taken only where a site asks for it. */
export const SVG_KIND: MediaKind = {
  kind: "svg",
  mimeType: "image/svg+xml",
  extensions: ["svg"],
};

/** Documents without macros; those with them have types of their own. */
function officeKinds(): [string, MediaKind][] {
  const open = "application/vnd.openxmlformats-officedocument";
  const kinds: [MediaType, string][] = [
    [`${open}.wordprocessingml.document`, "docx"],
    [`${open}.spreadsheetml.sheet`, "xlsx"],
    [`${open}.presentationml.presentation`, "pptx"],
    ["application/vnd.oasis.opendocument.text", "odt"],
    ["application/vnd.oasis.opendocument.spreadsheet", "ods"],
    ["application/vnd.oasis.opendocument.presentation", "odp"],
  ];
  return kinds.map(([type, extension]) => [type, file(type, extension)]);
}

/** The allow-list in words. */
export const ALLOWED_TYPES =
  "JPEG, PNG, WebP, AVIF, and GIF images, PDF, ZIP, Word, Excel, PowerPoint, and OpenDocument files, MP3, Ogg, WAV, FLAC, and M4A audio, plain text, and CSV";

/** Text has no signature, so here the file's extension says which text it is. */
export const TEXT_KINDS: ReadonlyMap<string, MediaKind> = new Map([
  ["txt", file("text/plain", "txt")],
  ["csv", file("text/csv", "csv")],
]);

const EXTENSIONS: ReadonlySet<string> = new Set(
  [...MEDIA_KINDS.values(), ...TEXT_KINDS.values(), SVG_KIND].flatMap((kind) => kind.extensions),
);

/** Whether `extension` (lower case, no dot) belongs to a type that may be stored. */
export function isMediaExtension(extension: string): boolean {
  return EXTENSIONS.has(extension);
}

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

/** Neither WebP nor the AVIF profiles that browsers decode go above this, in either direction. */
export const VARIANT_MAX_SIDE = 16_383;
