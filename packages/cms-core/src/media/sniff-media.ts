import { fileTypeFromBuffer } from "file-type";
import { CmsError } from "../base/errors.ts";
import { MEDIA_KINDS, TEXT_KINDS, type MediaKind } from "./media-kinds.ts";

/** What a browser could take for a document with scripts when a server forgets `nosniff`. */
const MARKUP = /^\s*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|style|title)\b/i;

/**
 * The type of a file by its content. The name is asked only to tell kinds of plain text apart.
 *
 * @throws CmsError `unsupported_media_type` when the content is of no type on the allow-list.
 */
export async function sniffMedia(bytes: Uint8Array, filename: string): Promise<MediaKind> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found !== undefined) {
    // `audio/ogg; codecs=opus` is still audio/ogg.
    const kind = MEDIA_KINDS.get(found.mime.split(";")[0] ?? "");
    if (kind !== undefined) return kind;
    throw unsupported(filename, `its content is ${found.mime}`);
  }
  const kind = TEXT_KINDS.get(extensionOf(filename));
  if (kind === undefined) throw unsupported(filename, "its content is of no known type");
  const problem = textProblem(bytes);
  if (problem !== undefined) throw unsupported(filename, problem);
  return kind;
}

/** Lower case, without the dot; empty when there is none. */
function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}

function textProblem(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return "it is empty";
  if (bytes.includes(0)) return "it is not text";
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return MARKUP.test(text) ? "it is markup, not plain text" : undefined;
  } catch {
    return "it is not UTF-8 text";
  }
}

function unsupported(filename: string, reason: string): CmsError {
  return new CmsError(
    "unsupported_media_type",
    `${JSON.stringify(filename.slice(0, 100))} cannot be stored: ${reason}. Allowed are JPEG, PNG, WebP, AVIF and GIF images, PDF, ZIP, MP3, Ogg, WAV and M4A files, plain text and CSV.`,
    { details: { filename: filename.slice(0, 100) } },
  );
}
