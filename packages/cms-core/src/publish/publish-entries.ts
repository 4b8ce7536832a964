import { CmsError, type Issue } from "../base/errors.ts";
import { isoInstant } from "../base/instant.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { Entry } from "../model/entry.ts";
import type { LedgerRecord } from "../model/ledger.ts";
import { LIMITS } from "../model/limits.ts";
import type { SiteStore } from "../store/site-store.ts";
import type { Actor } from "../store/site-writer.ts";
import { checkDraft, type PublishIssues } from "./check-publish.ts";
import { commitBeside, personOf, readRecords } from "./commit-published.ts";
import { planPublish } from "./plan-publish.ts";
import { claimsOf } from "./publish-claims.ts";
import { readDraft } from "./publish-draft.ts";
import { changingTogether } from "./published-queue.ts";
import { findPin, type PublishedTree } from "./published-tree.ts";

/** An entry to be published; times are ISO 8601 UTC with milliseconds. */
export interface EntryToPublish {
  readonly id: string;
  /** @default as `dates` says; entries that are live keep theirs, unless `redate` is set */
  readonly publishedAt?: string;
  /** Whether an entry that is live gets this `publishedAt`, too. @default false */
  readonly redate?: boolean;
  /** @default when the entry was last saved on `main` */
  readonly updatedAt?: string;
}

export type PublishDates = "now" | "created";

export interface PublishOptions {
  /** None: only the site's settings and newest schemas are brought up to date. */
  readonly entries: readonly EntryToPublish[];
  readonly actor: Actor;
  /**
   * When entries that are not live yet are said to have been published: now, or when they were created, as what was
   * moved here from elsewhere.
   * @default "now"
   */
  readonly dates?: PublishDates | undefined;
  /**
   * Where binaries are kept: an entry is refused while one that it shows, or a copy of it, is not there.
   * @default not looked at
   */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
  /**
   * Asked of each entry as it is published: those for which it is false are left out. So a schedule that was
   * taken back in the last moment is not fired.
   */
  readonly stillWanted?: (entry: Entry) => boolean;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/** A change of the live site. */
export interface Published {
  /** Where `published` stands afterwards; undefined when there is nothing on it. */
  readonly commit: string | undefined;
  /** New ledger records of the entries that changed; none for those that were live as they are. */
  readonly records: readonly LedgerRecord[];
  /** Whether this made a commit. */
  readonly changed: boolean;
}

export interface PublishedEntries extends Published {
  /** What leads nowhere, or elsewhere than its field says, by entry id; only of entries with some. */
  readonly warnings: PublishIssues;
}

/**
 * Makes entries of `main` live, as they are there now, in one commit on `published`. When nothing would
 * change, there is no commit. References and links that lead nowhere are told, and published as they are.
 *
 * @throws CmsError `publish_refused` with everything that is wrong with any of them; `details.entries` has
 * the issues by entry id. Then nothing is published.
 */
export async function publishEntries(
  store: SiteStore,
  {
    entries,
    actor,
    dates = "now",
    media,
    stillWanted = () => true,
    now = () => new Date(),
  }: PublishOptions,
): Promise<PublishedEntries> {
  const wanted = new Map(entries.map((entry) => [entry.id, entry]));
  return changingTogether(store.repository, async () => {
    const read = await readDraft(store, [...wanted.keys()]);
    const draft = { ...read, entries: read.entries.filter(({ entry }) => stillWanted(entry)) };
    const { issues, warnings } = await checkDraft(store, draft, { media });
    refuseIssues(issues);
    const when = now();
    const saved = await store.updatedAt(draft.entries.map(({ ref }) => ref));
    const previous = await readRecords(store.repository, draft.tree, [...wanted.keys()]);
    const { files, records } = planPublish(draft, {
      previous,
      pins: await findPins(draft.tree, previous),
      live: await draft.tree.blobsAt([...draft.shared.keys()]),
      by: personOf(actor),
      timesOf: ({ id, createdAt }) => ({
        publishedAt: wanted.get(id)?.publishedAt ?? dateOf(createdAt, dates, when),
        redate: wanted.get(id)?.redate ?? false,
        updatedAt: wanted.get(id)?.updatedAt ?? saved.get(id) ?? isoInstant(when),
      }),
    });
    const change = {
      files,
      records,
      action: "publish",
      siteId: store.site().id,
      actor,
      when,
    } as const;
    return {
      claims: claimsOf(draft.entries, files),
      commit: async () => ({
        commit: await commitBeside(store.repository, draft.tree, change),
        records,
        warnings,
        changed: files.size > 0,
      }),
    };
  });
}

/** Instants compare as text; nothing was published later than now. */
function dateOf(createdAt: string, dates: PublishDates, when: Date): string {
  const now = isoInstant(when);
  return dates === "created" && createdAt < now ? createdAt : now;
}

/** By id: where the file stands that a record pins. */
async function findPins(
  tree: PublishedTree,
  records: ReadonlyMap<string, LedgerRecord>,
): Promise<Map<string, string>> {
  const pins = new Map<string, string>();
  for (const [id, record] of records) {
    const path = await findPin(record, tree);
    if (path !== undefined) pins.set(id, path);
  }
  return pins;
}

function refuseIssues(found: PublishIssues): void {
  const entries = [...found].filter(([, issues]) => issues.length > 0);
  if (entries.length === 0) return;
  const issues: readonly Issue[] = entries.flatMap(([, list]) => list);
  const count = entries.length === 1 ? "An entry" : `${entries.length} entries`;
  const [first] = issues;
  throw new CmsError("publish_refused", `${count} cannot be published: ${first?.message ?? ""}`, {
    issues,
    details: { entries: Object.fromEntries(entries.slice(0, LIMITS.issuesReported)) },
  });
}
