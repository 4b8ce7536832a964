import { savedAt } from "../base/instant.ts";
import { ledgerPath } from "../content/layout.ts";
import { printLedgerFile } from "../content/ledger-file.ts";
import type { FileEdit } from "../git/repository.ts";
import type { Entry } from "../model/entry.ts";
import type { LedgerRecord } from "../model/ledger.ts";
import { formerSlugs } from "./former-slugs.ts";
import type { DraftEntry, PublishDraft } from "./publish-draft.ts";

/** What a publish is given for one entry besides its file. */
interface PublishTimes {
  /** Used when the entry is not live already, or gets another date. */
  readonly publishedAt: string;
  readonly redate: boolean;
  readonly updatedAt: string;
}

export interface PlanPublishOptions {
  /** By id: the ledger records of entries that were published before. */
  readonly previous: ReadonlyMap<string, LedgerRecord>;
  /** By id: where the files that these pin stand in `published`. */
  readonly pins: ReadonlyMap<string, string>;
  /** By path: what `published` holds of what the live site needs besides. */
  readonly live: ReadonlyMap<string, string>;
  readonly timesOf: (entry: Pick<Entry, "id" | "createdAt">) => PublishTimes;
  /** `Name <email>`. */
  readonly by: string;
}

/** The change of `published` that a publish makes; no files when everything is live as it is. */
export interface PublishPlan {
  readonly files: ReadonlyMap<string, FileEdit>;
  /** Records of the entries that change. */
  readonly records: readonly LedgerRecord[];
}

/**
 * Decides what to write: each entry's file byte for byte at its path, its ledger record, and what the live
 * site needs besides and `published` does not hold yet.
 */
export function planPublish(draft: PublishDraft, options: PlanPublishOptions): PublishPlan {
  const records: LedgerRecord[] = [];
  const removed: [string, null][] = [];
  const written: [string, FileEdit][] = [];
  for (const entry of draft.entries) {
    const { path, blob } = entry.ref;
    const previous = options.previous.get(entry.ref.id);
    const pinned = options.pins.get(entry.ref.id);
    const record = nextRecord(entry, previous, { draft, options });
    if (pinned === path && isSame(record, previous)) continue;
    records.push(record);
    if (pinned !== undefined) removed.push([pinned, null]);
    if (previous !== undefined && previous.type !== record.type) written.push(withdrawn(previous));
    written.push(
      [path, { oid: blob }],
      [ledgerPath(record.type, record.id), printLedgerFile(record)],
    );
  }
  for (const [path, oid] of draft.shared) {
    if (options.live.get(path) !== oid) written.push([path, { oid }]);
  }
  // Removals first: an entry may take the path that another one of the batch leaves.
  return { files: new Map([...removed, ...written]), records };
}

/** The record of an entry under the content type that it was of before. */
function withdrawn(record: LedgerRecord): [string, FileEdit] {
  const after = { ...record, state: "unpublished" } as const;
  return [ledgerPath(record.type, record.id), printLedgerFile(after)];
}

/** Re-publishing keeps `publishedAt`, unless another one is set; after an entry was unpublished it begins anew. */
function nextRecord(
  { ref, entry, schema }: DraftEntry,
  previous: LedgerRecord | undefined,
  { draft, options }: { readonly draft: PublishDraft; readonly options: PlanPublishOptions },
): LedgerRecord {
  const { publishedAt, redate, updatedAt } = options.timesOf(entry);
  const keepsDate = previous?.state === "published" && !redate;
  return {
    id: ref.id,
    type: ref.type,
    state: "published",
    version: (previous?.version ?? 0) + 1,
    blob: ref.blob,
    schema: schema.version,
    slug: ref.slug,
    sortOrder: entry.sortOrder ?? 0,
    createdAt: entry.createdAt,
    updatedAt: savedAt(updatedAt, entry.createdAt),
    publishedAt: keepsDate ? previous.publishedAt : publishedAt,
    by: options.by,
    sourceCommit: draft.source,
    ...formerSlugs(ref.slug, previous?.type === ref.type ? previous : undefined),
  };
}

/** Whether what is live would stay as it is; who published it and from where makes no difference. */
function isSame(next: LedgerRecord, previous: LedgerRecord | undefined): boolean {
  return (
    previous?.state === "published" &&
    previous.type === next.type &&
    previous.blob === next.blob &&
    previous.schema === next.schema &&
    previous.slug === next.slug &&
    previous.sortOrder === next.sortOrder &&
    previous.publishedAt === next.publishedAt
  );
}
