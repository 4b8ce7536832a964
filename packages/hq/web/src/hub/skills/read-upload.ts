import { type Unzipped, unzipSync } from "fflate";
import type { DraftFile, SkillFiles } from "../../draft/skill-files.ts";

/** Size limits of a skill (cms-core, `skills`). */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_FILES = 2000;

/** A selected file with its path in the selected folder. */
export interface Chosen {
  readonly path: string;
  readonly file: Blob;
}

/** A reason why the selected files can't be read. */
export class UnreadableUpload extends Error {
  readonly reason: "tooLarge" | "tooMany" | "noZip";

  constructor(reason: UnreadableUpload["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads the selected files. ZIP archives are unpacked if only archives are selected; otherwise they are files of the
 * skill.
 * @throws UnreadableUpload
 */
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

/** Returns the files relative to the folder of the topmost SKILL.md, and the folder's name if there is one. */
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

/** Files created by operating systems and tools, never part of a skill. */
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
    // Not valid UTF-8: a binary file.
  }
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return { path, mode, content: btoa(characters.join("")) };
}

/** Checks declared sizes first to reject ZIP bombs. Runs on the main thread because the page's CSP forbids workers. */
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
