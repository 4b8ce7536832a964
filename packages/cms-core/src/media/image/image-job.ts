import { isColor, isThumbHash, type MediaVariant, VARIANT_FORMATS } from "../../model/media.ts";
import { IMAGE_FORMATS, type ImageFormat } from "../kinds/media-kinds.ts";

/** Names of files in an upload's folder, which is all that an image process may touch. */
export const UPLOADED = "upload";
export const CLEANED = "original";

/** One image to be made public-safe, by the process that decodes images. */
export type ImageJob =
  | {
      readonly kind: "image";
      readonly folder: string;
      readonly format: ImageFormat;
      /** Whether resized copies are made. @default true */
      readonly copies?: boolean;
    }
  | { readonly kind: "svg"; readonly folder: string };

/** What is in the upload's folder once a job is done. */
export interface ProcessedImage {
  /** Whether `original` was written; else the upload itself is what is to be stored. */
  readonly rewritten: boolean;
  /** Pixels, upright. An SVG may have none. */
  readonly width?: number;
  readonly height?: number;
  /** Each a file `<width>.<format>`. */
  readonly variants: readonly MediaVariant[];
  readonly thumbHash?: string;
  readonly dominantColor?: string;
}

/** What an image process says. */
export type ImageReply =
  | { readonly kind: "ready" }
  /** The program cannot run, or failed in another way than by the image. */
  | { readonly kind: "broken"; readonly reason: string }
  | { readonly kind: "done"; readonly image: ProcessedImage }
  /** The image is damaged or not allowed. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "over-limit"; readonly limit: "memory" | "time" };

/** @returns undefined for a message that is no job. */
export function parseImageJob(message: unknown): ImageJob | undefined {
  if (!isObject(message)) return undefined;
  const { kind, folder, format, copies } = message;
  if (typeof folder !== "string") return undefined;
  if (kind === "svg") return { kind, folder };
  const known = IMAGE_FORMATS.find((name) => name === format);
  if (kind !== "image" || known === undefined) return undefined;
  return { kind, folder, format: known, copies: copies !== false };
}

/** What an image process says is not trusted: it has decoded what a stranger sent. */
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
