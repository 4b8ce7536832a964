import { type ChildProcess, fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { CmsError } from "../base/errors.ts";
import {
  type ImageJob,
  type ImageReply,
  parseImageReply,
  type ProcessedImage,
} from "./image-job.ts";
import { imageProcessFlags } from "./image-process-flags.ts";
import { IMAGE_PROCESS_LIMITS } from "./media-limits.ts";
import { unreadableImage } from "./unreadable-image.ts";

/** A process that decodes images, one at a time. */
export interface ImageProcess {
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

/** Beside this file, as source or compiled. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "image-child.ts" : "image-child.js", import.meta.url),
);

/**
 * Starts a process that may read and write one folder, and has no network, no child processes, none of
 * our environment, and the last claim to processor and memory: what decodes strangers' files may be taken
 * over by them, may crash, and must not slow down the rest. It ends with this process, however that ends.
 */
export function startImageProcess(folder: string): ImageProcess {
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
      throw unreadableImage(`it takes more ${reply.limit} than an image may`);
    case "broken":
      throw failed(reply.reason);
    case "ready":
      end();
      throw failed("it spoke out of turn");
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
    `The image could not be processed: the process that decodes images failed (${how}). Try again; if it happens with this image only, save it anew in an image editor.`,
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
