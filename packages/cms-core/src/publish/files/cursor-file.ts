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

/** How far public storage follows `published`, and what it was rendered with. */
export interface Cursor {
  /** Changes when the same commit would be rendered to other bytes. */
  readonly renderer: number;
  readonly publicUrl: string;
  /** The commit whose files all stand; absent while files are being written. */
  readonly done?: string;
  /** The commit whose files are being written. Until it is done, files of several may stand. */
  readonly target?: string;
}

/** Reads a cursor; undefined when there is none, or none that can be understood. */
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
 * Replaces the cursor. One that need not last is not waited for: a power cut may bring the one before back, or none that
 * can be read, and then all files are written again.
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

/** Forgets the cursor; the next rendering is a full one. */
export async function removeCursor(path: string): Promise<void> {
  await storing(NOTE, async () => {
    await rm(path, { force: true });
    await syncPath(dirname(path));
  });
}

/**
 * The commit that public files say they are of. The index that says it is written last and removed first:
 * undefined when there is none, or none that can be understood.
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
