import type { BrowserCopy, BrowserStorage, HqStorage, SyncState } from "./draft-sync.ts";
import type { UnsavedEdits } from "./entry-draft.ts";
import { sameValue } from "./same-value.ts";

/** Unsaved edits found when an entry was opened. */
export interface OpenedEdits {
  readonly edits: UnsavedEdits | undefined;
  /** When the edits were stored, in ISO 8601. */
  readonly keptAt: string | undefined;
  /** The copy at HQ that the next one replaces. */
  readonly version: string | undefined;
  readonly state: SyncState;
}

const NOTHING: OpenedEdits = {
  edits: undefined,
  keptAt: undefined,
  version: undefined,
  state: { kind: "clean" },
};

/** Loads the unsaved edits of an entry, from HQ or only from this browser. */
export async function openUnsavedEdits(
  hq: HqStorage,
  browser: BrowserStorage,
): Promise<OpenedEdits> {
  // Read the browser first, because its copy is deleted once HQ has the edits.
  const browserCopy = await browser.read().catch(() => undefined);
  const hqCopy = await hq.read().catch(() => "unknown" as const);
  // A different copy at HQ is detected when the next edits are sent.
  if (hqCopy === "unknown")
    return browserCopy === undefined ? NOTHING : fromBrowser(browserCopy, browserCopy.replaces);
  if (hqCopy === undefined && browserCopy === undefined) return NOTHING;
  if (
    hqCopy !== undefined &&
    (browserCopy === undefined || sameValue(browserCopy.words, hqCopy.words))
  ) {
    const { words, keptAt, version } = hqCopy;
    return { edits: words, keptAt, version, state: { kind: "kept", at: keptAt } };
  }
  if (browserCopy === undefined) return NOTHING;
  if (hqCopy === undefined || hqCopy.version === browserCopy.replaces)
    return fromBrowser(browserCopy, hqCopy?.version);
  return {
    ...fromBrowser(browserCopy, browserCopy.replaces),
    state: { kind: "elsewhere", copy: hqCopy },
  };
}

function fromBrowser({ words, keptAt }: BrowserCopy, version: string | undefined): OpenedEdits {
  return { edits: words, keptAt, version, state: { kind: "browser" } };
}
