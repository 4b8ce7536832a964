import { open, readFile, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./disk.ts";
import { storing } from "./read-public-folder.ts";

const NOTE = "note how far publishing has come";

/** How far public storage follows `published`, and what it was rendered with. */
export interface Cursor {
  /** Changes when the same commit would be rendered to other bytes. */
  readonly renderer: number;
  readonly publicUrl: string;
  /** The commit whose files all stand; absent while a first rendering is under way. */
  readonly done?: string;
  /** The commit whose files are being written. Files of either commit may stand. */
  readonly target?: string;
}

/** Reads a cursor; undefined when there is none, or none that can be understood. */
export async function readCursor(path: string): Promise<Cursor | undefined> {
  const text = await storing("read how far publishing has come", () =>
    readFile(path, "utf8").catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }),
  );
  return text === undefined ? undefined : parseCursor(text);
}

function parseCursor(text: string): Cursor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { renderer, publicUrl, done, target }: Record<string, unknown> = { ...value };
  if (typeof renderer !== "number" || typeof publicUrl !== "string") return undefined;
  return {
    renderer,
    publicUrl,
    ...(isCommit(done) ? { done } : {}),
    ...(isCommit(target) ? { target } : {}),
  };
}

function isCommit(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{40}$/.test(value);
}

/** Replaces the cursor; it is on disk when this returns. */
export async function writeCursor(path: string, cursor: Cursor): Promise<void> {
  await storing(NOTE, async () => {
    await replaceCursor(path, cursor, async (file) => file.sync());
    await syncFolderOf(path);
  });
}

/**
 * Replaces the cursor without waiting for the disk. A power cut may bring the one before back, which says
 * that the same files were being written: they are written again.
 */
export async function moveCursor(path: string, cursor: Cursor): Promise<void> {
  await storing(NOTE, () => replaceCursor(path, cursor, async () => undefined));
}

async function replaceCursor(
  path: string,
  cursor: Cursor,
  settle: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.tmp`;
  {
    await using file = await open(temporary, "w");
    await file.writeFile(`${JSON.stringify(cursor)}\n`);
    await settle(file);
  }
  await rename(temporary, path);
}

/** Forgets the cursor; the next rendering is a full one. */
export async function removeCursor(path: string): Promise<void> {
  await storing(NOTE, async () => {
    await rm(path, { force: true });
    await syncFolderOf(path);
  });
}

async function syncFolderOf(path: string): Promise<void> {
  await using folder = await open(dirname(path), "r");
  await folder.sync();
}
