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

/** Beside this file, as source or compiled. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "image-child.ts" : "image-child.js", import.meta.url),
);

interface ImageProcessesOptions {
  /** The only folder that they may read and write. */
  readonly folder: string;
  /** Rest after which a process ends. @default 10 seconds */
  readonly idleMs?: number;
}

/** Decodes images in a process apart, one after the other: it is started when there is work and ends when there is none. */
export interface ImageProcesses {
  /**
   * Runs a job when its turn comes, in the order of asking.
   *
   * @throws CmsError `unreadable_image`, `image_processing_failed`; `unavailable` once they are closed
   */
  run(job: ImageJob): Promise<ProcessedImage>;
  /** Process ids, for people who look what runs. */
  pids(): readonly number[];
  /** Ends what runs at once; what waits fails. */
  close(): void;
}

export function createImageProcesses({
  folder,
  idleMs = 10_000,
}: ImageProcessesOptions): ImageProcesses {
  // Each may need some hundred megabytes, and the rest of the program keeps the other processors.
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
  /** Whether it can take another job. */
  usable(): boolean;
  /**
   * @throws CmsError `unreadable_image` for a bad image and one that takes too much;
   * `image_processing_failed` when the process died or could not run. Unless it is `usable` then, it ends.
   */
  run(job: ImageJob): Promise<ProcessedImage>;
  /** Ends it at once, in the middle of a job too. */
  end(): void;
}

/**
 * Starts a process that may read and write one folder, and has no network, no child processes, none of
 * our environment, and the last claim to processor and memory: what decodes strangers' files may be taken
 * over by them, may crash, and must not slow down the rest. It ends with this process, however that ends.
 */
function startImageProcess(folder: string): ImageProcess {
  const child = fork(PROGRAM, [], {
    cwd: folder,
    env: {},
    execArgv: imageProcessFlags(folder),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  yieldToOthers(child);
  const replies = readReplies(child);
  const ready = replies.next();
  // Its failure is met by the first job.
  ready.catch(() => undefined);
  let usable = true;
  const end = (): void => {
    usable = false;
    child.kill("SIGKILL");
  };
  hold(child, false);
  return {
    pid: child.pid,
    usable: () => usable && child.connected,
    end,
    run: async (job) => {
      hold(child, true);
      const timer = setTimeout(end, IMAGE_PROCESS_LIMITS.wallSeconds * 1000);
      try {
        const first = await ready;
        if (first.kind === "broken") throw failed(`it could not start: ${first.reason}`);
        const next = replies.next();
        child.send(job);
        return imageOf(await next, end);
      } finally {
        clearTimeout(timer);
        hold(child, false);
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
  /** @throws CmsError `image_processing_failed` when the process ends before */
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

/** A process that waits for work keeps nobody from ending. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Where the system knows no such thing, or does not allow it, the process is like any other. */
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
  // The first to be killed where memory runs out.
  if (process.platform === "linux") {
    writeFile(`/proc/${pid}/oom_score_adj`, "900").catch(() => undefined);
  }
}

/** JavaScript's share of the memory; pictures are outside of it. */
const HEAP_MB = 256;

/** As source or compiled, this file stands three folders below its package. */
const OWN_CODE = resolve(import.meta.dirname, "../../..");

/** The packages that an image process loads. */
const PACKAGES = ["sax", "sharp", "thumbhash"];

/**
 * What Node is told when it starts an image process: it may read its own code and may read and write
 * `folder`. Network, child processes and worker threads are off. Native code, which decodes, is not held by
 * this; it is held by what its process can reach.
 */
export function imageProcessFlags(folder: string): string[] {
  const code = new Set([OWN_CODE, ...PACKAGES.map(modulesFolder)]);
  return [
    "--permission",
    "--allow-addons",
    ...[...code, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    `--max-old-space-size=${HEAP_MB}`,
    // Says that add-ons weaken the permissions, at each start.
    "--disable-warning=SecurityWarning",
  ];
}

/** The outermost `node_modules` of a package, which holds what it needs itself. */
function modulesFolder(name: string): string {
  const path = realpathSync(createRequire(import.meta.url).resolve(name));
  const marker = `${sep}node_modules${sep}`;
  const at = path.indexOf(marker);
  return at === -1 ? dirname(path) : join(path.slice(0, at), "node_modules");
}
