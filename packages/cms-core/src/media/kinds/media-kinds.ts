import type { MediaType } from "../../model/media.ts";

/** Image formats that are decoded. */
export const IMAGE_FORMATS = ["jpeg", "png", "webp", "avif", "gif"] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

interface KindFacts {
  readonly mimeType: MediaType;
  /** The first is added to files without an extension. */
  readonly extensions: readonly [string, ...string[]];
}

/** A file type that can be stored. */
export type MediaKind = KindFacts &
  (
    | { readonly kind: "image"; readonly format: ImageFormat }
    /** Sanitized as text, never rendered. */
    | { readonly kind: "svg" }
    /** Stored unchanged. */
    | { readonly kind: "file" }
  );

function image(format: ImageFormat, ...extensions: [string, ...string[]]): MediaKind {
  return { kind: "image", format, mimeType: `image/${format}`, extensions };
}

function file(mimeType: MediaType, ...extensions: [string, ...string[]]): MediaKind {
  return { kind: "file", mimeType, extensions };
}

/**
 * The allow-list, by media type detected from the content. Omissions are deliberate: HTML runs scripts on the site's
 * own origin, and video isn't hosted.
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

/** Accepted only if the site enables it. */
export const SVG_KIND: MediaKind = {
  kind: "svg",
  mimeType: "image/svg+xml",
  extensions: ["svg"],
};

/** Documents without macros; those with macros have other types. */
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

/** The allow-list as text. */
export const ALLOWED_TYPES =
  "JPEG, PNG, WebP, AVIF, and GIF images, PDF, ZIP, Word, Excel, PowerPoint, and OpenDocument files, MP3, Ogg, WAV, FLAC, and M4A audio, plain text, and CSV";

/** Text has no signature, so the file extension determines its type. */
export const TEXT_KINDS: ReadonlyMap<string, MediaKind> = new Map([
  ["txt", file("text/plain", "txt")],
  ["csv", file("text/csv", "csv")],
]);

const EXTENSIONS: ReadonlySet<string> = new Set(
  [...MEDIA_KINDS.values(), ...TEXT_KINDS.values(), SVG_KIND].flatMap((kind) => kind.extensions),
);

/** Whether `extension` (lowercase, no dot) belongs to a type that can be stored. */
export function isMediaExtension(extension: string): boolean {
  return EXTENSIONS.has(extension);
}

/** Limits for uploads (see docs/decisions on media). */
export const MEDIA_LIMITS = {
  /** 50 MB. */
  imageBytes: 52_428_800,
  /** 200 MB. */
  fileBytes: 209_715_200,
  /** 1 MB: drawings are text, and every element costs the browser time. */
  svgBytes: 1_048_576,
  /** Width × height of one frame; checked in the header, before anything is decoded. */
  imagePixels: 50_000_000,
  /** Only the first frame is ever decoded here; this limit protects visitors' browsers. */
  imageFrames: 300,
  /** Per step of the work on an image; the decoder or encoder is then stopped. */
  imageSeconds: 10,
  /** Maximum time between two parts of an upload, after which the sender counts as gone. */
  stallSeconds: 60,
  /** UTF-8 bytes of a sanitized filename; file systems allow 255 per path segment. */
  filenameBytes: 200,
} as const;

/**
 * Limits of the image process per image, after which it is killed. Counts CPU time, because on a busy machine a valid
 * photo can take long at low priority.
 */
export const IMAGE_PROCESS_LIMITS = {
  /** 1.5 GB: twice what 50 megapixels need in the worst format. */
  memoryBytes: 1_610_612_736,
  cpuSeconds: 20,
  /** In case the process cannot measure its CPU time. */
  wallSeconds: 120,
} as const;

/** Widths of variants in pixels, for originals of at least that width. */
export const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const;

/** WebP and the AVIF profiles that browsers decode don't support more, in either direction. */
export const VARIANT_MAX_SIDE = 16_383;
