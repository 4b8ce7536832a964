import { createReadStream } from "node:fs";
import { fileTypeFromFile } from "file-type";
import { CmsError } from "../base/errors.ts";
import { ALLOWED_TYPES, MEDIA_KINDS, SVG_KIND, TEXT_KINDS, type MediaKind } from "./media-kinds.ts";
import { refusalHint } from "./refusal-hint.ts";
import { isSystemError } from "./system-error.ts";

/** What a browser could take for a document with scripts when a server forgets `nosniff`. */
const MARKUP = /^<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|style|title)\b/i;

/** What may come before the drawing, each to its end. */
const PROLOG = /(?:<\?xml[^]*?\?>|<!--[^]*?-->|<!doctype[^[>]*(?:\[[^\]]*\][^>]*)?>)\s*/iy;
const SVG = /<(?:[a-z]+:)?svg[\s/>]/iy;

/** Enough to pass a long comment of a drawing program. */
const HEAD_CHARACTERS = 4096;

/** Looking into an archive must end, whatever it says of its own parts. */
const SNIFF_MS = 5000;

export interface SniffOptions {
  /** As the sender named it; asked only to tell kinds of plain text apart. */
  readonly filename: string;
  /** Whether the site allows SVG. */
  readonly svg: boolean;
}

/**
 * The type of a file by its content.
 *
 * @throws CmsError `unsupported_media_type` when the content is of no type on the allow-list; the
 * message says what can be done
 */
export async function sniffMedia(
  path: string,
  { filename, svg }: SniffOptions,
): Promise<MediaKind> {
  const found = await fileTypeFromFile(path, { signal: AbortSignal.timeout(SNIFF_MS) }).catch(
    (error: unknown) => {
      // A file that cannot be read just now is not of a wrong type.
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
  if (kind === undefined) throw unsupported(filename, "", "its content is of no known type");
  if (problem !== undefined) throw unsupported(filename, "", problem);
  if (isMarkup) throw unsupported(filename, "", "it is markup, not plain text");
  return kind;
}

interface TextFacts {
  readonly isSvg: boolean;
  readonly isMarkup: boolean;
  /** Why it is no text at all. */
  readonly problem: string | undefined;
}

async function readText(path: string): Promise<TextFacts> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let head = "";
  let problem: string | undefined = "it is empty";
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
    problem = "it is not UTF-8 text";
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

/** Lower case, without the dot; empty when there is none. */
function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}

function unsupported(filename: string, mimeType: string, problem?: string): CmsError {
  const name = filename.slice(0, 100);
  const reason = problem ?? `its content is ${mimeType}`;
  const hint = refusalHint(mimeType) ?? `Allowed are ${ALLOWED_TYPES}.`;
  return new CmsError(
    "unsupported_media_type",
    `${JSON.stringify(name)} cannot be stored: ${reason}. ${hint}`,
    { details: { filename: name, ...(mimeType === "" ? {} : { mimeType }) } },
  );
}
