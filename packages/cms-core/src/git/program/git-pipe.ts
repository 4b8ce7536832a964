import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { CmsError } from "../../base/errors.ts";
import { gitError, startGit } from "./git-program.ts";

const NOTHING = Buffer.alloc(0);

const NEWLINE = 10;

/** Bytes that arrive in pieces and are taken in other pieces. */
export class ByteQueue {
  #chunks: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** What comes before the next line break, which is taken too; undefined when that has not arrived. */
  takeLine(): string | undefined {
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(NEWLINE);
      if (at >= 0) return this.take(before + at + 1)?.toString("utf8", 0, before + at);
      before += chunk.length;
    }
    return undefined;
  }

  /** The next `length` bytes as memory of their own; undefined when they have not arrived. */
  take(length: number): Buffer | undefined {
    if (length > this.#size) return undefined;
    const taken = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const [chunk = NOTHING] = this.#chunks;
      const part = chunk.copy(taken, filled);
      if (part === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(part);
      filled += part;
    }
    this.#size -= length;
    return taken;
  }
}

/** One question to a long-lived git process. */
interface PipeJob {
  /** What is written to the process. */
  readonly question: string;
  /** Takes what has arrived; true when the whole answer was taken. */
  readonly read: (arrived: ByteQueue) => boolean;
}

interface Waiting extends PipeJob {
  readonly resolve: () => void;
  readonly reject: (error: CmsError) => void;
}

/**
 * A git process that answers questions in order for as long as it lives: started by the first
 * question, started again by the next one after it ended.
 */
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

  /** Resolves when `job.read` has taken the whole answer. */
  async ask(job: PipeJob): Promise<void> {
    if (this.#closed) throw new CmsError("git_failed", "The repository is closed.");
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...job, resolve, reject });
      this.#child ??= this.#start();
      this.#child.stdin.write(job.question);
    });
  }

  /** Ends the process once what was asked is answered; the next question starts a new one. */
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
    // A process that ended early breaks the pipe; "close" says why.
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

  /** Answers with what has arrived. */
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
    // What still comes is thrown away, so that it can end.
    child.stdout.resume();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const job of waiting) job.reject(error);
  }
}
