import { isCmsError } from "../../base/errors.ts";
import { IMAGE_PROCESS_LIMITS } from "../kinds/media-kinds.ts";
import { type ImageReply, parseImageJob, type ProcessedImage } from "./image-job.ts";

/**
 * Entry point of an image process (see `image-processes.ts`). Decodes images one by one, in files of one folder. Ends
 * with its parent process, however that ends.
 */

const WATCH_MS = 50;

function sendReply(reply: ImageReply): void {
  process.send?.(reply);
}

// A normal exit would wait for a decoder that may never return.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

try {
  const { processImage } = await import("./process-image.ts");
  process.on("message", (message) => {
    const job = parseImageJob(message);
    if (job !== undefined) void runJob(() => processImage(job));
  });
  sendReply({ kind: "ready" });
} catch (error) {
  sendReply(brokenReply(error));
}

async function runJob(work: () => Promise<ProcessedImage>): Promise<void> {
  const stopWatching = watchLimits();
  try {
    sendReply({ kind: "done", image: await work() });
  } catch (error) {
    sendReply(isCmsError(error) ? { kind: "refused", message: error.message } : brokenReply(error));
  } finally {
    stopWatching();
  }
}

function brokenReply(error: unknown): ImageReply {
  return { kind: "broken", reason: error instanceof Error ? error.message : String(error) };
}

/** Reports a job that exceeds its limits; the parent then kills this process. */
function watchLimits(): () => void {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > IMAGE_PROCESS_LIMITS.memoryBytes) {
      sendReply({ kind: "over-limit", limit: "memory" });
    } else if ((user + system) / 1e6 > IMAGE_PROCESS_LIMITS.cpuSeconds) {
      sendReply({ kind: "over-limit", limit: "time" });
    }
  }, WATCH_MS);
  return () => clearInterval(timer);
}
