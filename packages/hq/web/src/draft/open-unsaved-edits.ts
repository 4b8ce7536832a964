import type { BrowserCopy, BrowserPlace, HqPlace, KeepState } from "./draft-sync.ts";
import type { TypedWords } from "./entry-draft.ts";
import { sameValue } from "./same-value.ts";

/** Unsaved edits found when an entry was opened. */
export interface OpenedWords {
  readonly words: TypedWords | undefined;
  /** When the edits were stored, in ISO 8601. */
  readonly keptAt: string | undefined;
  /** The copy at HQ that the next one replaces. */
  readonly version: string | undefined;
  readonly state: KeepState;
}

const NOTHING: OpenedWords = {
  words: undefined,
  keptAt: undefined,
  version: undefined,
  state: { kind: "clean" },
};

/** Loads the unsaved edits of an entry, from HQ or only from this browser. */
export async function openWords(hq: HqPlace, browser: BrowserPlace): Promise<OpenedWords> {
  // Read the browser first, because its copy is deleted once HQ has the edits.
  const here = await browser.read().catch(() => undefined);
  const there = await hq.read().catch(() => "unknown" as const);
  // A different copy at HQ is detected when the next edits are sent.
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
