import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { CmsError } from "../../base/errors.ts";
import { ALLOWED_TYPES, MEDIA_KINDS, type MediaKind, SVG_KIND, TEXT_KINDS } from "./media-kinds.ts";

/** Advice for common file types that aren't stored, by media type. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /^image\/(?:heic|heif)/,
    "Export the photo as JPEG, or set the iPhone camera to “Most Compatible”.",
  ],
  [
    /^image\/svg\+xml$/,
    "SVG files can contain scripts. To allow them without scripts, set “svg: clean” under “media:” in site.yml, or run “hq site set” or “hq import” with “--svg clean”.",
  ],
  [/^image\//, "Save the image as JPEG, PNG, WebP, AVIF, or GIF."],
  [
    /^(?:video\/|application\/mp4)/,
    "Videos cannot be uploaded. Publish the video on YouTube or Vimeo and use an Embed URL field.",
  ],
  [/^audio\//, "Save the recording as MP3, Ogg, WAV, FLAC, or M4A."],
  [
    /macroenabled/i,
    "Documents with macros cannot be uploaded. Save it without macros (.docx, .xlsx, .pptx), or as PDF.",
  ],
  [
    /^application\/(?:x-cfb|msword)/,
    "Save the document in a current format (.docx, .xlsx, .pptx), or as PDF.",
  ],
  [
    /^application\/(?:gzip|x-tar|x-7z-compressed|x-rar-compressed|x-bzip2|x-xz|zstd)/,
    "Create a ZIP file instead.",
  ],
];

/** Content that a browser could interpret as a document with scripts if a server omits `nosniff`. */
const MARKUP = /^<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|style|title)\b/i;

/** Everything allowed before the drawing. */
const PROLOG = /(?:<\?xml[^]*?\?>|<!--[^]*?-->|<!doctype[^[>]*(?:\[[^\]]*\][^>]*)?>)\s*/iy;

const SVG = /<(?:[a-z]+:)?svg[\s/>]/iy;

/** Enough to skip a long comment written by a drawing application. */
const HEAD_CHARACTERS = 4096;

/** Limits the inspection of an archive, whatever it claims about its parts. */
const SNIFF_MS = 5000;

interface SniffOptions {
  /** Name given by the sender; used only to distinguish kinds of plain text. */
  readonly filename: string;
  /** Whether the site allows SVG. */
  readonly svg: boolean;
}

/**
 * Detects the type of a file by its content.
 *
 * @throws CmsError `unsupported_media_type` if the type isn't on the allow-list; the message contains advice
 */
export async function sniffMedia(
  path: string,
  { filename, svg }: SniffOptions,
): Promise<MediaKind> {
  const found = await fileTypeFromFile(path, { signal: AbortSignal.timeout(SNIFF_MS) }).catch(
    (error: unknown) => {
      // A file that cannot be read at the moment doesn't have a wrong type.
      if (isSystemError(error)) throw error;
      return undefined;
    },
  );
  // `audio/ogg; codecs=opus` is still audio/ogg.
  const mimeType = found?.mime.split(";")[0] ?? "";
  const kind = MEDIA_KINDS.get(mimeType);
  if (kind !== undefined) return kind;
  const text = mimeType === "" || mimeType === "application/xml" ? await readText(path) : undefined;
  if (text?.isSvg === true) {
    if (svg && text.problem === undefined) return SVG_KIND;
    throw unsupported(filename, "image/svg+xml", text.problem);
  }
  if (text === undefined || mimeType !== "") throw unsupported(filename, mimeType);
  return textKind(text, filename);
}

function textKind({ problem, isMarkup }: TextFacts, filename: string): MediaKind {
  const kind = TEXT_KINDS.get(extensionOf(filename));
  const reason = problem === EMPTY ? EMPTY : "its file type is unknown";
  if (kind === undefined) throw unsupported(filename, "", reason);
  if (problem !== undefined) throw unsupported(filename, "", problem);
  if (isMarkup) throw unsupported(filename, "", "it is markup, not plain text");
  return kind;
}

interface TextFacts {
  readonly isSvg: boolean;
  readonly isMarkup: boolean;
  /** Why it isn't text. */
  readonly problem: string | undefined;
}

const EMPTY = "it is empty";

async function readText(path: string): Promise<TextFacts> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let head = "";
  let problem: string | undefined = EMPTY;
  try {
    const parts: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: 262_144 });
    for await (const part of parts) {
      const text = decoder.decode(part, { stream: true });
      problem = text.includes("\0") ? "it is not text" : undefined;
      if (problem !== undefined) break;
      if (head.length < HEAD_CHARACTERS) head = (head + text).trimStart().slice(0, HEAD_CHARACTERS);
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    problem = "it is not valid UTF-8 text";
  }
  return { isSvg: isSvg(head), isMarkup: MARKUP.test(head), problem };
}

function isSvg(head: string): boolean {
  let at = 0;
  do {
    SVG.lastIndex = at;
    if (SVG.test(head)) return true;
    PROLOG.lastIndex = at;
    at = PROLOG.test(head) ? PROLOG.lastIndex : 0;
  } while (at > 0);
  return false;
}

/** Lowercase, without the dot; empty if there is none. */
function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}

function unsupported(filename: string, mimeType: string, problem?: string): CmsError {
  const name = filename.slice(0, 100);
  const reason = problem ?? `its content is ${mimeType}`;
  const hint = refusalHint(mimeType) ?? `Supported types: ${ALLOWED_TYPES}.`;
  return new CmsError(
    "unsupported_media_type",
    `${JSON.stringify(name)} cannot be stored: ${reason}. ${hint}`,
    { details: { filename: name, ...(mimeType === "" ? {} : { mimeType }) } },
  );
}

function refusalHint(mimeType: string): string | undefined {
  return HINTS.find(([type]) => type.test(mimeType))?.[1];
}

export const PART_BYTES = 262_144;

/**
 * Yields a file's bytes, each part valid until the next is requested. Uses one buffer for all parts: with new ones,
 * every few photos would cause a full garbage collection.
 */
export async function* partsOfFile(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  const part = Buffer.allocUnsafe(PART_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(part, 0, PART_BYTES);
    if (bytesRead === 0) return;
    yield part.subarray(0, bytesRead);
  }
}

/** Returns the SHA-256 of a file in lowercase hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of partsOfFile(path)) hash.update(part);
  return hash.digest("hex");
}

/** Whether it is an operating system error. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** Converts operating system errors into errors for the uploader; returns others unchanged. */
export function uploadFailure(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const message = `The upload could not be stored: ${error.message}`;
  return new CmsError("storage_failed", message, { cause: error });
}
