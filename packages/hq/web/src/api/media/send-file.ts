import type { DetailedError, Upload } from "tus-js-client";
import { hqUrl } from "../base-path.ts";
import { proofHeaders, refused } from "../client.ts";

/** A resumable upload to HQ. Received parts stay there if the connection breaks. */
export interface SendingFile {
  /** Id of the upload, once complete. @throws RefusedError; ConnectionLostError, after which `resume` continues */
  readonly whole: Promise<string>;
  readonly pause: () => void;
  /** Resumes the upload. @returns like `whole` */
  readonly resume: () => Promise<string>;
  /** Also deletes the received parts at HQ. */
  readonly cancel: () => Promise<void>;
}

interface SendFile {
  readonly site: string;
  readonly file: File;
  /** Sent first, so that files the site already has need not be uploaded. */
  readonly sha256?: string | undefined;
  readonly onProgress?: (sent: number) => void;
}

/** The connection broke and was not restored in time. */
class ConnectionLostError extends Error {}

type Problem = Parameters<typeof refused>[0];

const RETRY_MS = [0, 1000, 3000, 5000, 10_000];

/** Starts an upload. Choosing the same file again resumes its upload, even after the page was closed. */
export function sendFile({ site, file, sha256, onProgress }: SendFile): SendingFile {
  let ended: PromiseWithResolvers<string>;
  let upload: Promise<Upload> | undefined;
  let isStopped = false;

  async function open(): Promise<Upload> {
    // Loaded on demand, because most visits include no upload.
    const { Upload: TusUpload } = await import("tus-js-client");
    const tusUpload: Upload = new TusUpload(file, {
      endpoint: `${hqUrl()}/api/manage/sites/${site}/media/uploads`,
      metadata: { filename: file.name, ...(sha256 !== undefined && { sha256 }) },
      retryDelays: RETRY_MS,
      removeFingerprintOnSuccess: true,
      onShouldRetry: canRetry,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(proofHeaders())) request.setHeader(name, value);
      },
      onProgress: (sent) => onProgress?.(sent),
      onSuccess: () => ended.resolve(tusUpload.url?.split("/").at(-1) ?? ""),
      onError: (error) => ended.reject(problemOf(error)),
    });
    const [before] = await tusUpload.findPreviousUploads();
    if (before !== undefined) tusUpload.resumeFromPreviousUpload(before);
    return tusUpload;
  }

  async function start(): Promise<void> {
    upload ??= open();
    const opened = await upload;
    if (!isStopped) opened.start();
  }

  function resume(): Promise<string> {
    ended = Promise.withResolvers();
    isStopped = false;
    start().catch((error: unknown) => ended.reject(error));
    return ended.promise;
  }

  const stop = async (isForGood: boolean): Promise<void> => {
    isStopped = true;
    const opened = await upload;
    await opened?.abort(isForGood);
  };
  return {
    whole: resume(),
    pause: () => void stop(false),
    resume,
    cancel: () => stop(true).catch(() => undefined),
  };
}

function problemOf(error: Error | DetailedError): Error {
  const problem = answered(error);
  return problem === undefined
    ? new ConnectionLostError(error.message, { cause: error })
    : refused(problem);
}

/** Returns whether a retry could succeed. Refusals by HQ are final, except for a wrong offset. */
function canRetry(error: DetailedError): boolean {
  const problem = answered(error);
  return problem === undefined || problem.status >= 500 || problem.code === "conflict";
}

/** Returns HQ's problem response; undefined if a proxy responded, or nothing did. */
function answered(error: Error | DetailedError): Problem | undefined {
  const response = "originalResponse" in error ? error.originalResponse : null;
  try {
    const problem: unknown = JSON.parse(response?.getBody() ?? "");
    return isProblem(problem) ? problem : undefined;
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "detail" in value;
}
