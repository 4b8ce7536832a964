import { type Unzipped, unzipSync } from "fflate";
import type { DraftFile, SkillFiles } from "../../draft/skill-files.ts";

/** What a skill may have, and what may be in a file of it (cms-core, `skills`). */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_FILES = 2000;

/** A file that somebody chose, with its path in the folder that was chosen. */
export interface Chosen {
  readonly path: string;
  readonly file: Blob;
}

/** Why what was chosen cannot be read. */
export class UnreadableUpload extends Error {
  readonly reason: "tooLarge" | "tooMany" | "noZip";

  constructor(reason: UnreadableUpload["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** The files that somebody chose; of ZIPs alone those that are in them. One among others is a file of the skill. @throws UnreadableUpload */
export async function readUpload(chosen: readonly Chosen[]): Promise<SkillFiles> {
  const areZips = chosen.every(({ path }) => /^[^/]+\.zip$/i.test(path));
  const lists = await Promise.all(
    chosen.map(async ({ path, file }) => {
      if (file.size > MOST_BYTES) throw new UnreadableUpload("tooLarge");
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!areZips) return [fileOf(path, bytes)];
      return Object.entries(unpack(bytes))
        .filter(([name]) => !name.endsWith("/"))
        .map(([name, content]) => fileOf(name, content));
    }),
  );
  const files = lists.flat().filter(({ path }) => !isRubbish(path));
  if (files.length > MOST_FILES) throw new UnreadableUpload("tooMany");
  return files;
}

/** The files below the folder that all of them stand in, with its name; a lone SKILL.md stands in none. */
export function belowFolder(files: SkillFiles): {
  readonly folder: string | undefined;
  readonly files: SkillFiles;
} {
  const main = files
    .map(({ path }) => path)
    .filter((path) => path === "SKILL.md" || path.endsWith("/SKILL.md"))
    .toSorted((left, right) => left.length - right.length)[0];
  const above = main?.slice(0, -"SKILL.md".length) ?? "";
  const inside = files.filter(({ path }) => path.startsWith(above));
  return {
    folder: above === "" ? undefined : above.slice(0, -1).split("/").at(-1),
    files: inside.map((file) => Object.assign({}, file, { path: file.path.slice(above.length) })),
  };
}

/** What systems leave in folders, and nobody means to share. */
function isRubbish(path: string): boolean {
  return /(?:^|\/)(?:\.DS_Store|Thumbs\.db|__MACOSX\/.*|\.git\/.*)$/.test(path);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function fileOf(path: string, bytes: Uint8Array): DraftFile {
  const mode = "100644";
  try {
    const text = utf8.decode(bytes);
    if (!text.includes("\0")) return { path, mode, text };
  } catch {
    // It is no text.
  }
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return { path, mode, content: btoa(characters.join("")) };
}

/** A ZIP says how large each file is, so that a small one fills no memory. Not in a worker: the page may start none. */
function unpack(bytes: Uint8Array): Unzipped {
  let total = 0;
  const filter = ({ originalSize }: { readonly originalSize: number }): boolean => {
    total += originalSize;
    return total <= MOST_BYTES;
  };
  let files: Unzipped;
  try {
    files = unzipSync(bytes, { filter });
  } catch {
    throw new UnreadableUpload("noZip");
  }
  if (total > MOST_BYTES) throw new UnreadableUpload("tooLarge");
  return files;
}
