import { renameSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { errorCode } from "../../base/errors.ts";
import { syncPath } from "../../git/disk/durable-file.ts";
import { INDEX_PATH } from "../../render/public-paths.ts";
import type { PublicFiles } from "./public-storage.ts";
import { storing } from "./read-public-folder.ts";

const NOTE = "store the publishing cursor";

/** How far public storage has followed `published`, and with which renderer. */
export interface Cursor {
  /** Changes whenever the renderer produces other bytes for the same commit. */
  readonly renderer: number;
  readonly publicUrl: string;
  /** The commit whose files are complete; absent while files are being written. */
  readonly done?: string;
  /** The commit whose files are being written. Until it is done, files of several commits may exist. */
  readonly target?: string;
}

/** Reads a cursor; undefined if it is missing or invalid. */
export async function readCursor(path: string): Promise<Cursor | undefined> {
  const text = await storing("read the publishing cursor", () =>
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

/**
 * Replaces the cursor. If it needn't be durable, it isn't synced: a power cut may then restore the previous cursor or
 * damage it, and all files are written again.
 */
export async function writeCursor(
  path: string,
  cursor: Cursor,
  { lasting }: { readonly lasting: boolean },
): Promise<void> {
  await storing(NOTE, async () => {
    const temporary = `${path}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(cursor)}\n`);
    if (lasting) await syncPath(temporary);
    renameSync(temporary, path);
    if (lasting) await syncPath(dirname(path));
  });
}

/** Removes the cursor, so the next run writes all files. */
export async function removeCursor(path: string): Promise<void> {
  await storing(NOTE, async () => {
    await rm(path, { force: true });
    await syncPath(dirname(path));
  });
}

/**
 * Returns the commit named by the public files' index, which is written last and removed first. Undefined if the index
 * is missing or invalid.
 */
export async function readStandingCommit(
  files: Pick<PublicFiles, "open">,
): Promise<string | undefined> {
  const opened = await files.open(INDEX_PATH);
  if (opened === undefined) return undefined;
  const bytes = await storing(`read ${INDEX_PATH}`, () => buffer(opened.stream));
  return parseCommit(bytes.toString("utf8"));
}

function parseCommit(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const commit: unknown =
    typeof value === "object" && value !== null && "generatedFrom" in value
      ? value.generatedFrom
      : undefined;
  return typeof commit === "string" ? commit : undefined;
}
