import pLimit from "p-limit";
import { CmsError } from "../base/errors.ts";
import type { ImageJob, ProcessedImage } from "./image-job.ts";
import { type ImageProcess, startImageProcess } from "./image-process.ts";

export interface ImageProcessesOptions {
  /** The only folder that they may read and write. */
  readonly folder: string;
  /** Images that are decoded at once; each may need some hundred megabytes. @default 1 */
  readonly concurrency?: number;
  /** Rest after which a process ends. @default 10 seconds */
  readonly idleMs?: number;
}

/** Processes that decode images; they are started when there is work and end when there is none. */
export interface ImageProcesses {
  /**
   * Runs a job when a process is free, in the order of asking.
   *
   * @throws CmsError `unreadable_image`, `image_processing_failed`; `unavailable` once they are closed
   */
  run(job: ImageJob): Promise<ProcessedImage>;
  /** Process ids, for people who look what runs. */
  pids(): readonly number[];
  /** Ends them at once; what waits fails. */
  close(): void;
}

export function createImageProcesses({
  folder,
  concurrency = 1,
  idleMs = 10_000,
}: ImageProcessesOptions): ImageProcesses {
  const pool = createPool(folder, idleMs);
  const limit = pLimit(concurrency);
  let closed = false;
  return {
    pids: () => pool.pids(),
    run: async (job) =>
      limit(async () => {
        if (closed) throw closedError();
        return pool.use((free) => free.run(job));
      }),
    close: () => {
      closed = true;
      pool.endAll();
    },
  };
}

interface Pool {
  use<T>(work: (free: ImageProcess) => Promise<T>): Promise<T>;
  pids(): readonly number[];
  endAll(): void;
}

/** Keeps processes for the next job, for a while. */
function createPool(folder: string, idleMs: number): Pool {
  const all = new Set<ImageProcess>();
  const idle: ImageProcess[] = [];
  let timer: NodeJS.Timeout | undefined;
  const end = (gone: ImageProcess): void => {
    all.delete(gone);
    gone.end();
  };
  const take = (): ImageProcess => {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      if (next.usable()) return next;
      end(next);
    }
    const started = startImageProcess(folder);
    all.add(started);
    return started;
  };
  return {
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
    use: async (work) => {
      const free = take();
      try {
        return await work(free);
      } finally {
        if (all.has(free) && free.usable()) idle.push(free);
        else end(free);
        clearTimeout(timer);
        timer = setTimeout(() => {
          for (const rested of idle.splice(0)) end(rested);
        }, idleMs).unref();
      }
    },
    endAll: () => {
      clearTimeout(timer);
      idle.length = 0;
      for (const each of all) end(each);
    },
  };
}

function closedError(): CmsError {
  return new CmsError("unavailable", "Uploads are closed: the program is ending.");
}
