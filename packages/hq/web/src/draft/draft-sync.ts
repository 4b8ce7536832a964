import type { UnsavedEdits } from "./entry-draft.ts";
import { sameValue } from "./same-value.ts";

/** Unsaved edits as stored at HQ. */
export interface HqCopy {
  readonly version: string;
  /** ISO 8601. */
  readonly keptAt: string;
  readonly words: UnsavedEdits;
}

/** Unsaved edits as stored in this browser until HQ has them. */
export interface BrowserCopy {
  /** The copy at HQ that these edits continue from. */
  readonly replaces: string | undefined;
  readonly keptAt: string;
  readonly words: UnsavedEdits;
}

/** Result of storing edits at HQ. */
export type StoreResult =
  | { readonly kind: "kept"; readonly version: string; readonly keptAt: string }
  /** Newer edits were stored from another device or window. */
  | { readonly kind: "stale" }
  /** A temporary failure: HQ is unreachable, or the session ended. */
  | { readonly kind: "later" }
  /** A permanent failure. The message can be shown to users. */
  | { readonly kind: "refused"; readonly message: string };

/** Storage of one entry's unsaved edits at HQ. */
export interface HqStorage {
  /** Resolves to undefined if nothing is stored. Rejects if HQ is unreachable. */
  read(): Promise<HqCopy | undefined>;
  store(unsaved: UnsavedEdits, replaces: string | undefined): Promise<StoreResult>;
  /** Always resolves. Edits that could not be deleted are recognized as saved when the entry is opened again. */
  remove(version: string): Promise<void>;
}

/** Storage of one entry's unsaved edits in this browser. */
export interface BrowserStorage {
  read(): Promise<BrowserCopy | undefined>;
  store(copy: BrowserCopy): Promise<void>;
  remove(): Promise<void>;
}

/** Where the latest edits are stored. */
export type SyncState =
  /** No unsaved edits. */
  | { readonly kind: "clean" }
  /** Only in the form. */
  | { readonly kind: "typed" }
  | { readonly kind: "kept"; readonly at: string }
  /** In this browser, waiting to be sent to HQ. `isTried` after a failed attempt. */
  | { readonly kind: "browser"; readonly isTried?: true }
  | { readonly kind: "refused"; readonly message: string }
  /** HQ has different edits by the same user. */
  | { readonly kind: "elsewhere"; readonly copy: HqCopy };

const BROWSER_MS = 250;
const SEND_MS = 1500;
const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000] as const;

interface DraftSyncOptions {
  readonly hq: HqStorage;
  readonly browser: BrowserStorage;
  /** The copy at HQ that the first edits continue from. */
  readonly version: string | undefined;
}

/** Stores edits in this browser immediately, and at HQ within two seconds. */
export class DraftSync {
  readonly #hq: HqStorage;
  readonly #browser: BrowserStorage;
  readonly #listeners = new Set<() => void>();
  #state: SyncState = { kind: "clean" };
  #version: string | undefined;
  #unsaved: UnsavedEdits | undefined;
  #browserTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #hasBrowserCopy = false;
  #browserFails = false;
  #hasEnded = false;
  #fails = 0;
  /** Edits that HQ may have stored even though its response was lost. */
  #tried: UnsavedEdits | undefined;

  constructor({ hq, browser, version }: DraftSyncOptions) {
    this.#hq = hq;
    this.#browser = browser;
    this.#version = version;
  }

  get state(): SyncState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Whether the edits exist only in the form because the browser can't store them. Leaving the page would lose them.
   */
  get isAtRisk(): boolean {
    return this.#browserFails && this.#unsaved !== undefined && this.#state.kind !== "kept";
  }

  /** Sets the edits found when the form was opened. */
  restore(unsaved: UnsavedEdits, state: SyncState): void {
    this.#unsaved = unsaved;
    this.#hasBrowserCopy = state.kind !== "kept";
    this.#become(state);
    if (state.kind === "browser") this.#sendSoon(0);
  }

  /** Updates the unsaved edits; undefined for none. */
  change(unsaved: UnsavedEdits | undefined): void {
    if (this.#hasEnded || sameValue(unsaved, this.#unsaved)) return;
    this.#unsaved = unsaved;
    if (this.#state.kind === "elsewhere" && unsaved !== undefined) {
      // The other copy is not overwritten until the user decides. The browser keeps both.
      this.#writeSoon();
      return;
    }
    if (unsaved === undefined) {
      void this.#clear();
      return;
    }
    if (this.#state.kind !== "browser" || !this.#hasBrowserCopy) this.#become({ kind: "typed" });
    this.#writeSoon();
    this.#sendSoon(SEND_MS);
  }

  /** Stops storing, because the entry continues under another name. */
  stop(): void {
    this.change(undefined);
    this.#hasEnded = true;
  }

  /** Retries pending edits after HQ is reachable or the user has signed in again. */
  retry(): void {
    if (this.#unsaved === undefined || this.#state.kind === "elsewhere") return;
    if (this.#state.kind === "kept") return;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    void this.#send();
  }

  /** Stores everything immediately, because the page may close. */
  flush(): void {
    if (this.#browserTimer !== undefined) void this.#write();
    if (this.#sendTimer !== undefined) this.retry();
  }

  /** Chooses these edits over the copy at HQ, which is replaced. */
  keepOurs(): void {
    if (this.#state.kind !== "elsewhere") return;
    this.#version = this.#state.copy.version;
    this.#become({ kind: "typed" });
    this.#sendSoon(0);
  }

  /** Accepts the copy at HQ, which the form already displays. */
  takeTheirs({ version, keptAt, words: unsaved }: HqCopy): void {
    this.#version = version;
    this.#unsaved = unsaved;
    void this.#removeBrowserCopy();
    this.#become({ kind: "kept", at: keptAt });
  }

  #writeSoon(): void {
    this.#browserTimer ??= setTimeout(() => void this.#write(), BROWSER_MS);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#browserTimer);
    this.#browserTimer = undefined;
    const unsaved = this.#unsaved;
    if (unsaved === undefined) return;
    this.#hasBrowserCopy = true;
    const keptAt = new Date().toISOString();
    try {
      await this.#browser.store({ replaces: this.#version, keptAt, words: unsaved });
      this.#browserFails = false;
      if (this.#state.kind === "typed" && this.#unsaved === unsaved)
        this.#become({ kind: "browser" });
    } catch {
      // Without browser storage, only HQ is left. Leaving the page asks for confirmation until HQ has the edits.
      this.#hasBrowserCopy = false;
      this.#browserFails = true;
    }
  }

  async #removeBrowserCopy(): Promise<void> {
    clearTimeout(this.#browserTimer);
    this.#browserTimer = undefined;
    if (!this.#hasBrowserCopy) return;
    this.#hasBrowserCopy = false;
    await this.#browser.remove().catch(() => undefined);
  }

  #sendSoon(ms: number): void {
    this.#sendTimer ??= setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    const unsaved = this.#unsaved;
    if (unsaved === undefined || this.#isSending) return;
    this.#isSending = true;
    const result = await this.#hq.store(unsaved, this.#version);
    this.#isSending = false;
    await this.#take(result, unsaved);
  }

  async #take(result: StoreResult, unsaved: UnsavedEdits): Promise<void> {
    if (result.kind === "kept") {
      this.#fails = 0;
      this.#tried = undefined;
      this.#version = result.version;
      if (this.#unsaved === unsaved) {
        await this.#removeBrowserCopy();
        if (this.#unsaved === unsaved) this.#become({ kind: "kept", at: result.keptAt });
      } else if (this.#unsaved === undefined) await this.#clear();
      else this.#sendSoon(SEND_MS);
      return;
    }
    if (result.kind === "stale") {
      await this.#meetOthers();
      return;
    }
    this.#tried = unsaved;
    this.#fails += 1;
    if (result.kind === "refused") {
      this.#become({ kind: "refused", message: result.message });
      return;
    }
    if (this.#hasBrowserCopy) this.#become({ kind: "browser", isTried: true });
    this.#sendSoon(RETRY_MS[Math.min(this.#fails, RETRY_MS.length) - 1] ?? 0);
  }

  /** Handles a different copy at HQ. It can be our own if only the response was lost. */
  async #meetOthers(): Promise<void> {
    try {
      const copy = await this.#hq.read();
      if (copy === undefined || sameValue(copy.words, this.#tried)) {
        this.#version = copy?.version;
        this.#tried = undefined;
        this.#sendSoon(0);
      } else if (sameValue(copy.words, this.#unsaved)) this.takeTheirs(copy);
      else this.#become({ kind: "elsewhere", copy });
    } catch {
      this.#fails += 1;
      this.#sendSoon(RETRY_MS[Math.min(this.#fails, RETRY_MS.length) - 1] ?? 0);
    }
  }

  /** Clears the stored copies, because there are no unsaved edits. */
  async #clear(): Promise<void> {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#become({ kind: "clean" });
    await this.#removeBrowserCopy();
    const version = this.#version;
    if (this.#isSending || version === undefined) return;
    this.#version = undefined;
    this.#isSending = true;
    await this.#hq.remove(version);
    this.#isSending = false;
    if (this.#unsaved !== undefined) this.#sendSoon(0);
  }

  #become(state: SyncState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
