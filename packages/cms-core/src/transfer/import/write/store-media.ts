import { type ErrorCode, isCmsError } from "../../../base/errors.ts";
import { characterCount } from "../../../base/text.ts";
import type { MediaIntake } from "../../../media/intake/media-intake.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { MediaRecord } from "../../../model/media.ts";
import type { SvgRule } from "../../../model/site.ts";
import type { MediaFile } from "../plan/media-plan.ts";
import { byPath, filePath, issuesOf, mapBounded } from "../project/read-sources.ts";
import type { Notice } from "../source/report.ts";
import type { SourceTree } from "../source/source-tree.ts";

export interface StoreMediaOptions {
  readonly tree: SourceTree;
  readonly intake: MediaIntake;
  /** What the site does with SVG. */
  readonly svg: SvgRule | undefined;
  /** Records that the site has already; their files are not read again. */
  readonly known: ReadonlySet<string>;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  readonly signal: AbortSignal | undefined;
}

export interface StoredMedia {
  readonly records: ReadonlyMap<string, MediaRecord>;
  /** Files that can be referred to, by path: those that were stored or were there. */
  readonly usable: ReadonlyMap<string, MediaFile>;
  readonly notices: readonly Notice[];
}

const NOT_OF_THE_FILE: ReadonlySet<ErrorCode> = new Set(["storage_failed", "unavailable"]);

/** One is received while another is processed. */
const AT_ONCE = 2;

/** Takes the files that content uses into media storage; one that is refused keeps its old address. */
export async function storeMedia(
  files: readonly MediaFile[],
  { tree, intake, svg, known, createdAt, signal }: StoreMediaOptions,
): Promise<StoredMedia> {
  const records = new Map<string, MediaRecord>();
  const usable = new Map<string, MediaFile>();
  const notices: Notice[] = [];
  const first = new Map<string, MediaFile>();
  for (const file of files) {
    const same = first.get(file.id);
    if (same === undefined) first.set(file.id, file);
    else {
      const message = "It has the bytes of another file, and is one media file with it.";
      notices.push({ kind: "media_merged", path: file.path, message, about: same.path });
    }
  }
  await mapBounded([...first.values()], AT_ONCE, async (file) => {
    signal?.throwIfAborted();
    const { path, id, alt } = file;
    if (known.has(id)) {
      usable.set(path, file);
      return;
    }
    try {
      const content = { file: filePath(tree, path) };
      const filename = path.slice(path.lastIndexOf("/") + 1);
      const upload = { content, filename, alt: shortened(alt), createdAt, id };
      records.set(id, await intake.ingest(upload, { svg }));
      usable.set(path, file);
    } catch (error) {
      if (isCmsError(error) && NOT_OF_THE_FILE.has(error.code)) throw error;
      const message = issuesOf(error, path)[0]?.message ?? "It cannot be stored.";
      // The place names the file, so that all of one kind share a sentence.
      const shared = message.replace(/^"(?:[^"\\]|\\.)*" /, "It ");
      notices.push({ kind: "media_refused", path, message: shared });
    }
  });
  for (const file of files) {
    const same = first.get(file.id);
    if (same !== undefined && usable.has(same.path)) usable.set(file.path, file);
  }
  // Two are under way at a time, and either may be done first.
  return { records, usable, notices: notices.toSorted(byPath) };
}

function shortened(alt: string): string {
  const text = alt.replaceAll(/\s+/g, " ").trim();
  return characterCount(text) <= LIMITS.altCharacters
    ? text
    : Array.from(text).slice(0, 300).join("");
}
