import type { TypedWords } from "./entry-draft.ts";
import type { BrowserCopy, BrowserPlace, HqPlace, KeepState } from "./keeper.ts";
import { sameValue } from "./same-value.ts";

/** The words that were found of an entry when its form was opened. */
export interface OpenedWords {
  readonly words: TypedWords | undefined;
  /** ISO 8601: since when they are unsaved. */
  readonly keptAt: string | undefined;
  /** Of the copy at HQ that the next one replaces. */
  readonly version: string | undefined;
  readonly state: KeepState;
}

const NOTHING: OpenedWords = {
  words: undefined,
  keptAt: undefined,
  version: undefined,
  state: { kind: "clean" },
};

/** Finds what was kept of an entry, at HQ or in this browser alone. */
export async function openWords(hq: HqPlace, browser: BrowserPlace): Promise<OpenedWords> {
  // In this order: a copy leaves the browser once HQ has it.
  const here = await browser.read().catch(() => undefined);
  const there = await hq.read().catch(() => "unknown" as const);
  // What HQ has besides is met when the next words are sent.
  if (there === "unknown") return here === undefined ? NOTHING : onlyHere(here, here.replaces);
  if (there === undefined && here === undefined) return NOTHING;
  if (there !== undefined && (here === undefined || sameValue(here.words, there.words))) {
    const { words, keptAt, version } = there;
    return { words, keptAt, version, state: { kind: "kept", at: keptAt } };
  }
  if (here === undefined) return NOTHING;
  if (there === undefined || there.version === here.replaces) return onlyHere(here, there?.version);
  return { ...onlyHere(here, here.replaces), state: { kind: "elsewhere", copy: there } };
}

function onlyHere({ words, keptAt }: BrowserCopy, version: string | undefined): OpenedWords {
  return { words, keptAt, version, state: { kind: "browser" } };
}
