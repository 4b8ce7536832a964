import { isColor, isThumbHash, type MediaVariant, VARIANT_FORMATS } from "../../model/media.ts";
import { IMAGE_FORMATS, type ImageFormat } from "../kinds/media-kinds.ts";

/** Names of files in an upload's folder, the only folder that an image process can access. */
export const UPLOADED = "upload";
export const CLEANED = "original";

/** A job for the image process: make one image safe to publish. */
export type ImageJob =
  | {
      readonly kind: "image";
      readonly folder: string;
      readonly format: ImageFormat;
      /** Whether to create variants. @default true */
      readonly copies?: boolean;
    }
  | { readonly kind: "svg"; readonly folder: string }
  /** Creates one variant of a stored original. */
  | {
      readonly kind: "variant";
      readonly folder: string;
      readonly format: ImageFormat;
      readonly variant: MediaVariant;
    };

/** Content of the upload's folder after a job. */
export interface ProcessedImage {
  /** Whether `original` was written; otherwise the upload itself is stored. */
  readonly rewritten: boolean;
  /** Pixels, upright. An SVG may have none. */
  readonly width?: number;
  readonly height?: number;
  /** Each is a file named `<width>.<format>`. */
  readonly variants: readonly MediaVariant[];
  readonly thumbHash?: string;
  readonly dominantColor?: string;
}

/** Reply of an image process. */
export type ImageReply =
  | { readonly kind: "ready" }
  /** The process cannot run, or failed for a reason other than the image. */
  | { readonly kind: "broken"; readonly reason: string }
  | { readonly kind: "done"; readonly image: ProcessedImage }
  /** The image is damaged or not allowed. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "over-limit"; readonly limit: "memory" | "time" };

/** @returns undefined if the message isn't a job */
export function parseImageJob(message: unknown): ImageJob | undefined {
  if (!isObject(message)) return undefined;
  const { kind, folder, format, copies, variant } = message;
  if (typeof folder !== "string") return undefined;
  if (kind === "svg") return { kind, folder };
  const known = IMAGE_FORMATS.find((name) => name === format);
  if (kind === "variant" && known !== undefined && isVariant(variant)) {
    return { kind, folder, format: known, variant };
  }
  if (kind !== "image" || known === undefined) return undefined;
  return { kind, folder, format: known, copies: copies !== false };
}

/** Replies of an image process aren't trusted, because it has decoded untrusted files. */
export function parseImageReply(message: unknown): ImageReply | undefined {
  if (!isObject(message)) return undefined;
  const { kind, reason, message: text, limit, image } = message;
  if (kind === "ready") return { kind };
  if (kind === "broken") return { kind, reason: shortText(reason) };
  if (kind === "refused") return { kind, message: shortText(text) };
  if (kind === "over-limit") return { kind, limit: limit === "memory" ? "memory" : "time" };
  const processed = kind === "done" ? parseProcessed(image) : undefined;
  return processed === undefined ? undefined : { kind: "done", image: processed };
}

function parseProcessed(value: unknown): ProcessedImage | undefined {
  if (!isObject(value)) return undefined;
  const { rewritten, width, height, variants, thumbHash, dominantColor } = value;
  if (![width, height].every((side) => side === undefined || isSize(side))) return undefined;
  if (!Array.isArray(variants) || !variants.every(isVariant)) return undefined;
  return {
    rewritten: rewritten === true,
    ...(isSize(width) && isSize(height) ? { width, height } : {}),
    variants: variants.map(({ width: wide, format }) => ({ width: wide, format })),
    ...(isThumbHash(thumbHash) ? { thumbHash } : {}),
    ...(isColor(dominantColor) ? { dominantColor } : {}),
  };
}

export function isVariant(value: unknown): value is MediaVariant {
  return (
    isObject(value) &&
    isSize(value["width"]) &&
    VARIANT_FORMATS.some((format) => format === value["format"])
  );
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function shortText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 500) : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
