import { dropPrepared, isGone, prepareList, type PreparedList } from "./list-file.ts";
import { makeListStart, type ListStart } from "./list-start.ts";
import type { Quiet } from "./quiet.ts";
import type { Tree } from "./tree.ts";

/** What is published one after the other finds so many; each takes a list's bytes of the disk. */
const MOST = 4;
/** As long as it takes to bring a few small files to the disk: those of what was just published go first. */
const PAUSE_MS = 5;

/** Packs of a folder that are begun before anybody waits for them. */
export class ListReserve {
  readonly #gitDir: string;
  readonly #quiet: Quiet;
  #newest: Tree | undefined;
  #start: ListStart | undefined;
  #ready: PreparedList[] = [];
  #making: Promise<void> | undefined;
  #hurry: () => void = () => undefined;
  #isClosed = false;

  constructor(gitDir: string, quiet: Quiet) {
    this.#gitDir = gitDir;
    this.#quiet = quiet;
  }

  /** One of them, and the caller's from now on; a promise when one is being made, undefined when none is. */
  take(): PreparedList | undefined | Promise<PreparedList | undefined> {
    return this.#takeReady() ?? (this.#making && this.#takeSoon());
  }

  /** Begins as many as there are to be: one soon where there is none, the others when nobody writes. */
  fill(newest: Tree): void {
    this.#newest = newest;
    this.#makeMore();
    setTimeout(() => {
      if (this.#ready.length === 0) this.#hurry();
    }, PAUSE_MS);
  }

  /** What is begun from now on begins with a newer list. */
  renew(): void {
    this.#start = undefined;
  }

  /** Removes what is begun, since what comes differs too much from it. */
  drop(): void {
    for (const prepared of this.#ready) dropPrepared(prepared);
    this.#ready = [];
    this.#start = undefined;
  }

  /** Waits for what is under way, and removes everything. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hurry();
    await this.#making;
    this.drop();
  }

  #takeReady(): PreparedList | undefined {
    for (let one = this.#ready.shift(); one !== undefined; one = this.#ready.shift()) {
      if (!isGone(one)) return one;
      dropPrepared(one);
    }
    return undefined;
  }

  async #takeSoon(): Promise<PreparedList | undefined> {
    this.#hurry();
    await this.#making;
    return this.#takeReady();
  }

  #makeMore(): void {
    if (this.#isClosed || this.#ready.length >= MOST) return;
    this.#making ??= this.#makeOne();
  }

  /** Nothing is lost when it fails: the next list is written as a whole. */
  async #makeOne(): Promise<void> {
    try {
      await this.#pause();
      if (this.#isClosed || this.#newest === undefined) return;
      this.#start ??= await makeListStart(this.#newest, 2);
      this.#ready.push(await prepareList(this.#gitDir, this.#start));
      setImmediate(() => this.#makeMore());
    } catch {
      // The next publish fills it again.
    } finally {
      this.#making = undefined;
    }
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#hurry = resolve;
      void this.#quiet.wait().then(resolve);
    });
  }
}
