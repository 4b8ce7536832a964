import { type ChildProcess, fork } from "node:child_process";
import { realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { CmsError } from "../../base/errors.ts";
import { createMutex } from "../../base/lock.ts";
import { IMAGE_PROCESS_LIMITS } from "../kinds/media-kinds.ts";
import { unreadableImage } from "../strip/strip-image.ts";
import {
  type ImageJob,
  type ImageReply,
  parseImageReply,
  type ProcessedImage,
} from "./image-job.ts";

/** Next to this file, as source or compiled. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "image-child.ts" : "image-child.js", import.meta.url),
);

interface ImageProcessesOptions {
  /** The only folder that the processes can read and write. */
  readonly folder: string;
  /** Idle time after which a process ends. @default 10 seconds */
  readonly idleMs?: number;
}

/** Decodes images one by one in a separate process, which runs only while there is work. */
export interface ImageProcesses {
  /**
   * Queues a job and resolves when it is done.
   *
   * @throws CmsError `unreadable_image`, `image_processing_failed`; `unavailable` once closed
   */
  run(job: ImageJob): Promise<ProcessedImage>;
  /** Process ids, for monitoring. */
  pids(): readonly number[];
  /** Kills the running process immediately; queued jobs fail. */
  close(): void;
}

export function createImageProcesses({
  folder,
  idleMs = 10_000,
}: ImageProcessesOptions): ImageProcesses {
  // One at a time: each job can use hundreds of megabytes, and the other CPU cores stay free for the rest of HQ.
  const turns = createMutex();
  let current: ImageProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const end = (): void => {
    clearTimeout(timer);
    current?.end();
    current = undefined;
  };
  return {
    pids: () => (current?.pid === undefined ? [] : [current.pid]),
    run: async (job) =>
      turns.run(async () => {
        if (closed) throw closedError();
        clearTimeout(timer);
        if (current?.usable() !== true) {
          end();
          current = startImageProcess(folder);
        }
        const used = current;
        try {
          return await used.run(job);
        } finally {
          if (used.usable()) timer = setTimeout(end, idleMs).unref();
          else end();
        }
      }),
    close: () => {
      closed = true;
      end();
    },
  };
}

function closedError(): CmsError {
  return new CmsError("unavailable", "HQ is shutting down and no longer accepts uploads.");
}

/** A process that decodes images, one at a time. */
interface ImageProcess {
  readonly pid: number | undefined;
  /** Whether it can run another job. */
  usable(): boolean;
  /**
   * @throws CmsError `unreadable_image` for a bad image or one that exceeds the limits; `image_processing_failed` if
   * the process died or couldn't run. The process ends unless it is still `usable`.
   */
  run(job: ImageJob): Promise<ProcessedImage>;
  /** Kills it immediately, even during a job. */
  end(): void;
}

/**
 * Starts a process that can read and write one folder and has no network, no child processes, no inherited environment,
 * and the lowest priority for CPU and memory: code that decodes untrusted files can be compromised or crash, and must
 * not slow down the rest. Ends with this process, however that ends.
 */
function startImageProcess(folder: string): ImageProcess {
  const child = fork(PROGRAM, [], {
    cwd: folder,
    env: {},
    execArgv: imageProcessFlags(folder),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  lowerPriority(child);
  const replies = readReplies(child);
  const ready = replies.next();
  // The first job reports a failure.
  ready.catch(() => undefined);
  let usable = true;
  const end = (): void => {
    usable = false;
    child.kill("SIGKILL");
  };
  setReferenced(child, false);
  return {
    pid: child.pid,
    usable: () => usable && child.connected,
    end,
    run: async (job) => {
      setReferenced(child, true);
      const timer = setTimeout(end, IMAGE_PROCESS_LIMITS.wallSeconds * 1000);
      try {
        const first = await ready;
        if (first.kind === "broken") throw failed(`it could not start: ${first.reason}`);
        const next = replies.next();
        child.send(job);
        return imageOf(await next, end);
      } finally {
        clearTimeout(timer);
        setReferenced(child, false);
      }
    },
  };
}

/** @throws CmsError unless the reply is an image */
function imageOf(reply: ImageReply, end: () => void): ProcessedImage {
  switch (reply.kind) {
    case "done":
      return reply.image;
    case "refused":
      throw new CmsError("unreadable_image", reply.message);
    case "over-limit":
      end();
      throw unreadableImage(`it needs more ${reply.limit} than allowed for an image`);
    case "broken":
      throw failed(reply.reason);
    case "ready":
      end();
      throw failed("it sent an unexpected message");
  }
}

interface Replies {
  /** @throws CmsError `image_processing_failed` if the process ends first */
  next(): Promise<ImageReply>;
}

function readReplies(child: ChildProcess): Replies {
  let waiting: PromiseWithResolvers<ImageReply> | undefined;
  let ended: CmsError | undefined;
  child.on("message", (message) => {
    const reply = parseImageReply(message);
    if (reply === undefined) return;
    waiting?.resolve(reply);
    waiting = undefined;
  });
  const finish = (how: string): void => {
    ended ??= failed(how);
    waiting?.reject(ended);
    waiting = undefined;
  };
  child.once("exit", (code, signal) => finish(`it ended with ${signal ?? `status ${code}`}`));
  child.on("error", (error) => finish(error.message));
  return {
    next: async () => {
      if (ended !== undefined) throw ended;
      waiting = Promise.withResolvers<ImageReply>();
      return waiting.promise;
    },
  };
}

function failed(how: string): CmsError {
  return new CmsError(
    "image_processing_failed",
    `The image could not be processed: the process that decodes images failed (${how}). Try again. If it only happens with this image, save it again in an image editor.`,
    { details: { reason: how } },
  );
}

/** Lets the parent exit while the process is idle. */
function setReferenced(child: ChildProcess, held: boolean): void {
  if (held) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Lowers the priority. Ignores systems that don't support or allow it. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
  // Makes it the first process to be killed when memory runs out.
  if (process.platform === "linux") {
    writeFile(`/proc/${pid}/oom_score_adj`, "900").catch(() => undefined);
  }
}

/** JavaScript heap size; images are outside of it. */
const HEAP_MB = 256;

/** The package root, three folders above this file, both as source and compiled. */
const OWN_CODE = resolve(import.meta.dirname, "../../..");

/** The packages that an image process loads. */
const PACKAGES = ["sax", "sharp", "thumbhash"];

/**
 * Returns Node's flags for an image process: it can read its own code, and read and write `folder`. Network, child
 * processes, and worker threads are off. These flags don't restrict native code, which decodes; it is restricted by
 * what the process can reach.
 */
export function imageProcessFlags(folder: string): string[] {
  const code = new Set([OWN_CODE, ...PACKAGES.map(modulesFolder)]);
  return [
    "--permission",
    "--allow-addons",
    ...[...code, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    `--max-old-space-size=${HEAP_MB}`,
    // Otherwise Node warns at each start that add-ons weaken the permissions.
    "--disable-warning=SecurityWarning",
  ];
}

/** Returns the outermost `node_modules` of a package, which contains its dependencies. */
function modulesFolder(name: string): string {
  const path = realpathSync(createRequire(import.meta.url).resolve(name));
  const marker = `${sep}node_modules${sep}`;
  const at = path.indexOf(marker);
  return at === -1 ? dirname(path) : join(path.slice(0, at), "node_modules");
}
