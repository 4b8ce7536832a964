import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { CmsError } from "../../base/errors.ts";
import { gitError, startGit } from "./git-program.ts";

const NOTHING = Buffer.alloc(0);

const NEWLINE = 10;

/** Buffers bytes that arrive in chunks and are read in pieces of other sizes. */
export class ByteQueue {
  #chunks: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Consumes a line with its line break and returns it without; undefined if it hasn't fully arrived. */
  takeLine(): string | undefined {
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(NEWLINE);
      if (at >= 0) return this.take(before + at + 1)?.toString("utf8", 0, before + at);
      before += chunk.length;
    }
    return undefined;
  }

  /** Returns the next `length` bytes as a separate copy; undefined if they haven't fully arrived. */
  take(length: number): Buffer | undefined {
    if (length > this.#size) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const [chunk = NOTHING] = this.#chunks;
      const part = chunk.copy(bytes, filled);
      if (part === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(part);
      filled += part;
    }
    this.#size -= length;
    return bytes;
  }
}

/** One request to a long-lived Git process. */
interface PipeJob {
  /** Written to the process. */
  readonly question: string;
  /** Reads what has arrived. Returns true once the response is complete. */
  readonly read: (arrived: ByteQueue) => boolean;
}

interface Waiting extends PipeJob {
  readonly resolve: () => void;
  readonly reject: (error: CmsError) => void;
}

/** A Git process that answers requests in order. The first request starts it; if it ends, the next one restarts it. */
export class GitPipe {
  readonly #gitDir: string;
  readonly #args: readonly string[];
  #child: ChildProcessWithoutNullStreams | undefined;
  #arrived = new ByteQueue();
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(gitDir: string, args: readonly string[]) {
    this.#gitDir = gitDir;
    this.#args = args;
  }

  /** Resolves once `job.read` has read the whole response. */
  async ask(job: PipeJob): Promise<void> {
    if (this.#closed) throw new CmsError("git_failed", "The repository is closed.");
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...job, resolve, reject });
      this.#child ??= this.#start();
      this.#child.stdin.write(job.question);
    });
  }

  /** Ends the process after pending requests; the next request starts a new one. */
  restart(): void {
    if (this.#waiting.length > 0 || this.#child === undefined) return;
    this.#child.stdin.end();
    this.#child = undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    child.stdin.end();
    await ended;
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = startGit(this.#gitDir, this.#args);
    let stderr = "";
    this.#arrived = new ByteQueue();
    child.stdout.on("data", (chunk: Buffer) => this.#receive(child, chunk));
    child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
    // A process that ended early breaks the pipe; its "close" event has the reason.
    child.stdin.on("error", () => undefined);
    child.once("error", (error) => this.#fail(child, gitError(error)));
    child.once("close", () => {
      this.#take(child);
      this.#fail(child, gitError(new Error("it ended early"), stderr));
    });
    return child;
  }

  #receive(child: ChildProcessWithoutNullStreams, chunk: Buffer): void {
    if (child !== this.#child) return;
    this.#arrived.push(chunk);
    this.#take(child);
  }

  /** Passes what has arrived to the pending jobs. */
  #take(child: ChildProcessWithoutNullStreams): void {
    for (;;) {
      const job = child === this.#child ? this.#waiting[0] : undefined;
      if (job === undefined || !this.#answer(child, job)) return;
      this.#waiting.shift();
      job.resolve();
    }
  }

  #answer(child: ChildProcessWithoutNullStreams, job: Waiting): boolean {
    try {
      return job.read(this.#arrived);
    } catch (cause) {
      child.kill();
      this.#fail(
        child,
        new CmsError("git_failed", "Git returned an unexpected response.", { cause }),
      );
      return false;
    }
  }

  #fail(child: ChildProcessWithoutNullStreams, error: CmsError): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    // Discards further output so that the process can end.
    child.stdout.resume();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const job of waiting) job.reject(error);
  }
}
