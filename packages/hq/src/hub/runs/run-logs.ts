import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, sizeOf } from "@loam/cms-core";
import { createKeyedMutex } from "@loam/cms-core/lock";

/** Output of runs, masked by their workers, with one file per run. */
export interface RunLogs {
  /**
   * Appends at `offset`. The bytes are on disk when this resolves.
   *
   * @throws CmsError `conflict` with `offset` if the log ends elsewhere, `too_large`
   */
  append(runId: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** Reads some bytes from an offset. Returns none at the end. */
  read(runId: string, offset: number): Promise<Buffer>;
  size(runId: string): Promise<number>;
  /** Resolves when output was appended in this process, or the run's state might have changed. */
  changed(runId: string): Promise<void>;
  /** Notifies followers to check again. */
  notify(runId: string): void;
  remove(runId: string): Promise<void>;
  /** Lists the runs with a log. */
  list(): Promise<readonly string[]>;
}

/** Above the limit that workers are given for their output. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** Maximum bytes per read. Fewer are returned only at the end of the log. */
export const READ_BYTES = 65_536;

export function openRunLogs(folder: string): RunLogs {
  const mutex = createKeyedMutex<string>();
  const followers = new Map<string, PromiseWithResolvers<void>>();
  const pathOf = (runId: string): string => join(folder, `${runId}.log`);

  async function size(runId: string): Promise<number> {
    return (await ifExists(stat(pathOf(runId))))?.size ?? 0;
  }

  function notifyFollowers(runId: string): void {
    followers.get(runId)?.resolve();
    followers.delete(runId);
  }

  return {
    size,
    notify: notifyFollowers,
    async append(runId, offset, bytes) {
      await mutex.run(runId, async () => {
        const end = await size(runId);
        if (offset !== end) {
          throw new CmsError("conflict", `The log ends at offset ${end}. Continue from there.`, {
            details: { offset: end },
          });
        }
        if (end + bytes.length > MAX_LOG_BYTES) {
          throw new CmsError("too_large", `A log can be up to ${sizeOf(MAX_LOG_BYTES)}.`);
        }
        await using file = await open(pathOf(runId), "a", 0o600);
        await writeAll(file, bytes);
        await file.datasync();
      });
      notifyFollowers(runId);
    },
    async read(runId, offset) {
      const file = await ifExists(open(pathOf(runId), "r"));
      if (file === undefined) return Buffer.alloc(0);
      await using opened = file;
      const { buffer, bytesRead } = await opened.read({
        buffer: Buffer.alloc(READ_BYTES),
        position: offset,
      });
      return buffer.subarray(0, bytesRead);
    },
    changed(runId) {
      const waiting = followers.get(runId) ?? Promise.withResolvers<void>();
      followers.set(runId, waiting);
      return waiting.promise;
    },
    remove: (runId) => rm(pathOf(runId), { force: true }),
    async list() {
      const names = await readdir(folder);
      return names.flatMap((name) => /^(\w+)\.log$/.exec(name)?.[1] ?? []);
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let at = 0;
  while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten;
}

/** Returns undefined if the file doesn't exist, because there is no output yet. */
async function ifExists<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
