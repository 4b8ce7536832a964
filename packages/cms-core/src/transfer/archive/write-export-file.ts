import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";

export interface WriteFileOptions {
  /** Who may do what with the file, before the process's mask. @default 0o666 */
  readonly mode?: number;
}

/**
 * Writes an export to a file, which is there when it is whole and durable, and not before: it is written
 * beside its place and renamed. Returns its size.
 *
 * @throws CmsError `storage_failed` with the system's error as its cause, and what `zip` throws
 */
export async function writeExportFile(
  path: string,
  zip: AsyncIterable<Uint8Array>,
  { mode = 0o666 }: WriteFileOptions = {},
): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    const byteSize = await writeDurably(temporary, zip, mode);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return byteSize;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (isCmsError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CmsError("storage_failed", `Could not write ${path}: ${reason}`, { cause: error });
  }
}

async function writeDurably(
  path: string,
  zip: AsyncIterable<Uint8Array>,
  mode: number,
): Promise<number> {
  await using file = await open(path, "wx", mode);
  let byteSize = 0;
  for await (const chunk of zip) {
    await file.writeFile(chunk);
    byteSize += chunk.length;
  }
  await file.sync();
  return byteSize;
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
