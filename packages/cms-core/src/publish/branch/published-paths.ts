import { ownText } from "../../base/own-text.ts";
import { classifyPath, SITE_PATH } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { SiteConfig } from "../../model/site.ts";
import { PUBLISHED } from "../../site/read/branches.ts";

/** The ref that only HQ writes: exactly what is live, and its ledger. */
export const PUBLISHED_REF: string = PUBLISHED;

/** What changed between two commits of `published`, by what the files are. */
export interface PublishedFileChanges {
  readonly site: boolean;
  readonly versions: readonly FileChange[];
  readonly media: readonly (FileChange & { readonly id: string })[];
  readonly ledger: readonly (FileChange & { readonly id: string; readonly apiId: string })[];
  /** Path by blob of the pinned entry files that are new. */
  readonly pins: ReadonlyMap<string, string>;
}

/**
 * Sorts a change of `published` by what its files are. Pinned entry files are known by their blob, which
 * the ledger names, and never by their path: `site.yml` may have moved a type's folder since.
 */
export function sortPublishedChanges(changes: readonly FileChange[]): PublishedFileChanges {
  const versions: FileChange[] = [];
  const media: (FileChange & { id: string })[] = [];
  const ledger: (FileChange & { id: string; apiId: string })[] = [];
  const pins = new Map<string, string>();
  for (const change of changes) {
    const identity = OURS.test(change.path) ? classifyPath(change.path, NO_PATHS) : PIN;
    if (identity.kind === "version") versions.push(change);
    else if (identity.kind === "media") media.push({ ...change, id: identity.id });
    else if (identity.kind === "ledger") {
      // It names the entry for as long as that is live.
      ledger.push({ ...change, ...identity, id: ownText(identity.id) });
    } else if (identity === PIN && change.after !== undefined) pins.set(change.after, change.path);
  }
  const site = changes.some(({ path }) => path === SITE_PATH);
  return { site, versions, media, ledger, pins };
}

/** Folders that no type's entries can be in; every other file is a pinned entry. */
const OURS = /^(?:ledger|types|media)\//;
const PIN = { kind: "other" } as const;
const NO_PATHS: SiteConfig = { id: "", name: "", paths: {}, routes: {} };
