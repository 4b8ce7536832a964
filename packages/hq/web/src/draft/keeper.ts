import type { TypedWords } from "./entry-draft.ts";
import { sameValue } from "./same-value.ts";

/** Words as HQ keeps them. */
export interface HqCopy {
  readonly version: string;
  /** ISO 8601. */
  readonly keptAt: string;
  readonly words: TypedWords;
}

/** Words as this browser keeps them, while HQ does not have them. */
export interface BrowserCopy {
  /** The version at HQ that they go on from. */
  readonly replaces: string | undefined;
  readonly keptAt: string;
  readonly words: TypedWords;
}

/** What became of a try to keep words at HQ. */
export type KeepResult =
  | { readonly kind: "kept"; readonly version: string; readonly keptAt: string }
  /** Other words were kept meanwhile, on another device or in another window. */
  | { readonly kind: "stale" }
  /** It may pass: HQ is away, or the session ended. */
  | { readonly kind: "later" }
  /** It will not pass by itself; the message is for people. */
  | { readonly kind: "refused"; readonly message: string };

/** Where the words of one entry are kept at HQ. */
export interface HqPlace {
  /** Undefined where nothing is kept. Rejects where HQ cannot be asked. */
  read(): Promise<HqCopy | undefined>;
  keep(words: TypedWords, replaces: string | undefined): Promise<KeepResult>;
  /** Resolves in any case: what could not be dropped is found to be saved when the entry is opened again. */
  drop(version: string): Promise<void>;
}

/** Where they are kept in this browser. */
export interface BrowserPlace {
  read(): Promise<BrowserCopy | undefined>;
  write(copy: BrowserCopy): Promise<void>;
  remove(): Promise<void>;
}

/** Where the words are that were typed last. */
export type KeepState =
  /** Nothing is unsaved. */
  | { readonly kind: "clean" }
  /** In the form alone. */
  | { readonly kind: "typed" }
  | { readonly kind: "kept"; readonly at: string }
  /** In this browser; they are sent when that is possible. `isTried` once HQ could not take them. */
  | { readonly kind: "browser"; readonly isTried?: true }
  | { readonly kind: "refused"; readonly message: string }
  /** HQ has other words of the same person. */
  | { readonly kind: "elsewhere"; readonly copy: HqCopy };

const BROWSER_MS = 250;
const SEND_MS = 1500;
const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000] as const;

interface KeeperOptions {
  readonly hq: HqPlace;
  readonly browser: BrowserPlace;
  /** The version at HQ that the first words go on from. */
  readonly version: string | undefined;
}

/** Keeps what is typed: in this browser at once, and at HQ at most two seconds later. */
export class Keeper {
  readonly #hq: HqPlace;
  readonly #browser: BrowserPlace;
  readonly #listeners = new Set<() => void>();
  #state: KeepState = { kind: "clean" };
  #version: string | undefined;
  #words: TypedWords | undefined;
  #browserTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #hasBrowserCopy = false;
  #browserFails = false;
  #hasEnded = false;
  #fails = 0;
  /** What HQ may have although its answer was lost. */
  #tried: TypedWords | undefined;

  constructor({ hq, browser, version }: KeeperOptions) {
    this.#hq = hq;
    this.#browser = browser;
    this.#version = version;
  }

  get state(): KeepState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether words are nowhere but in the form, and the browser keeps nothing: whoever leaves loses them. */
  get isAtRisk(): boolean {
    return this.#browserFails && this.#words !== undefined && this.#state.kind !== "kept";
  }

  /** The words as they were found when the form was opened. */
  restore(words: TypedWords, state: KeepState): void {
    this.#words = words;
    this.#hasBrowserCopy = state.kind !== "kept";
    this.#become(state);
    if (state.kind === "browser") this.#sendSoon(0);
  }

  /** What is unsaved now; undefined for nothing. */
  change(words: TypedWords | undefined): void {
    if (this.#hasEnded || sameValue(words, this.#words)) return;
    this.#words = words;
    if (this.#state.kind === "elsewhere" && words !== undefined) {
      // Nothing is sent over the other words before the person has decided; the browser keeps both.
      this.#writeSoon();
      return;
    }
    if (words === undefined) {
      void this.#clear();
      return;
    }
    if (this.#state.kind !== "browser" || !this.#hasBrowserCopy) this.#become({ kind: "typed" });
    this.#writeSoon();
    this.#sendSoon(SEND_MS);
  }

  /** The entry goes on under another name: nothing is kept under this one any more. */
  end(): void {
    this.change(undefined);
    this.#hasEnded = true;
  }

  /** Tries again what waits, as HQ is back or the person has signed in again. */
  retry(): void {
    if (this.#words === undefined || this.#state.kind === "elsewhere") return;
    if (this.#state.kind === "kept") return;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    void this.#send();
  }

  /** The page may go away: nothing waits for its time any more. */
  flush(): void {
    if (this.#browserTimer !== undefined) void this.#write();
    if (this.#sendTimer !== undefined) this.retry();
  }

  /** Of two sets of words these stand; those at HQ are replaced. */
  overrule(): void {
    if (this.#state.kind !== "elsewhere") return;
    this.#version = this.#state.copy.version;
    this.#become({ kind: "typed" });
    this.#sendSoon(0);
  }

  /** The words at HQ stand; the form has them by now. */
  accept({ version, keptAt, words }: HqCopy): void {
    this.#version = version;
    this.#words = words;
    void this.#removeBrowserCopy();
    this.#become({ kind: "kept", at: keptAt });
  }

  #writeSoon(): void {
    this.#browserTimer ??= setTimeout(() => void this.#write(), BROWSER_MS);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#browserTimer);
    this.#browserTimer = undefined;
    const words = this.#words;
    if (words === undefined) return;
    this.#hasBrowserCopy = true;
    const keptAt = new Date().toISOString();
    try {
      await this.#browser.write({ replaces: this.#version, keptAt, words });
      this.#browserFails = false;
      if (this.#state.kind === "typed" && this.#words === words) this.#become({ kind: "browser" });
    } catch {
      // A browser that keeps nothing: HQ is what is left, and leaving the page asks until HQ has it.
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
    const words = this.#words;
    if (words === undefined || this.#isSending) return;
    this.#isSending = true;
    const result = await this.#hq.keep(words, this.#version);
    this.#isSending = false;
    await this.#take(result, words);
  }

  async #take(result: KeepResult, words: TypedWords): Promise<void> {
    if (result.kind === "kept") {
      this.#fails = 0;
      this.#tried = undefined;
      this.#version = result.version;
      if (this.#words === words) {
        await this.#removeBrowserCopy();
        if (this.#words === words) this.#become({ kind: "kept", at: result.keptAt });
      } else if (this.#words === undefined) await this.#clear();
      else this.#sendSoon(SEND_MS);
      return;
    }
    if (result.kind === "stale") {
      await this.#meetOthers();
      return;
    }
    this.#tried = words;
    this.#fails += 1;
    if (result.kind === "refused") {
      this.#become({ kind: "refused", message: result.message });
      return;
    }
    if (this.#hasBrowserCopy) this.#become({ kind: "browser", isTried: true });
    this.#sendSoon(RETRY_MS[Math.min(this.#fails, RETRY_MS.length) - 1] ?? 0);
  }

  /** HQ has other words than those that these go on from; they may be ours, when only its answer was lost. */
  async #meetOthers(): Promise<void> {
    try {
      const copy = await this.#hq.read();
      if (copy === undefined || sameValue(copy.words, this.#tried)) {
        this.#version = copy?.version;
        this.#tried = undefined;
        this.#sendSoon(0);
      } else if (sameValue(copy.words, this.#words)) this.accept(copy);
      else this.#become({ kind: "elsewhere", copy });
    } catch {
      this.#fails += 1;
      this.#sendSoon(RETRY_MS[Math.min(this.#fails, RETRY_MS.length) - 1] ?? 0);
    }
  }

  /** Nothing is unsaved any more. */
  async #clear(): Promise<void> {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#become({ kind: "clean" });
    await this.#removeBrowserCopy();
    const version = this.#version;
    if (this.#isSending || version === undefined) return;
    this.#version = undefined;
    this.#isSending = true;
    await this.#hq.drop(version);
    this.#isSending = false;
    if (this.#words !== undefined) this.#sendSoon(0);
  }

  #become(state: KeepState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
