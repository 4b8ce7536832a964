import { CmsError } from "@loam/cms-core";
import { compareCommits, compareVersions, readVersion } from "@loam/cms-core/history";
import type { MediaStorage } from "@loam/cms-core/media";
import { checkPublish } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { Change } from "../changes/changes.ts";
import { type PublishWarning, showWarnings } from "../entries/entry-answer.ts";
import type { OpenedBranch } from "./branch-stores.ts";
import { type TouchedEntries, touchedEntries } from "./touched-entries.ts";

/** What to know before merging a change request, in addition to whether it can be merged. */
export interface ChangeChecks {
  /** Head of the branch. */
  readonly head: string;
  /** Whether `main` has commits that the branch lacks. */
  readonly behind: boolean;
  /** Entries with publish problems or warnings. */
  readonly entries: readonly CheckedEntry[];
  /** What visitors will see of its entries after publishing. */
  readonly live: readonly LiveChange[];
  /** Live entries that contain changed entries. */
  readonly shownIn: readonly ShownIn[];
  /** Changes on `main` to the same entries. */
  readonly main: readonly MainChange[];
  /** Other open change requests with the same entries. */
  readonly overlaps: readonly Overlap[];
}

interface CheckedEntry {
  readonly id: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly warnings: readonly PublishWarning[];
}

interface LiveChange {
  readonly id: string;
  /** `removed`: it is live and was deleted. */
  readonly kind: "new" | "changed" | "removed";
}

interface ShownIn {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly title: string;
}

interface MainChange {
  readonly id: string;
  /** Whether it was deleted on `main`. */
  readonly gone: boolean;
  /** Labels of changed fields. */
  readonly fields: readonly string[];
  /** The last author. Absent if it was deleted. */
  readonly by?: string;
}

interface Overlap {
  readonly number: number;
  readonly title: string;
  readonly draft: boolean;
  readonly entries: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

interface Checking {
  readonly branch: OpenedBranch;
  readonly media: Pick<MediaStorage, "has">;
  /** Other open change requests. */
  readonly others: readonly Change[];
}

/** Enough to give an impression. */
const MAX_SHOWN_IN = 20;

export async function checkChange(checking: Checking): Promise<ChangeChecks> {
  const { branch, media, others } = checking;
  const { store, content } = branch;
  const head = store.head();
  const base = (await store.repository.mergeBase(head, content.store.head())) ?? head;
  const touched = await touchedEntries(store, { from: base, to: head });
  return {
    head,
    behind: base !== content.store.head(),
    entries: await checkEntries(store, touched, media),
    live: await liveChanges(branch, touched),
    shownIn: await readShownIn(content, touched),
    main: await mainChanges(content, { base, touched }),
    overlaps: await readOverlaps(content, { base, head, touched, others }),
  };
}

async function checkEntries(
  store: SiteStore,
  touched: TouchedEntries,
  media: Pick<MediaStorage, "has">,
): Promise<readonly CheckedEntry[]> {
  const ids = [...touched.keys()].filter((id) => store.entryById(id) !== undefined);
  const { issues, warnings } = await checkPublish(store, ids, { media });
  const shownWarnings = showWarnings(warnings);
  return ids.flatMap((id) => {
    const problems = (issues.get(id) ?? []).map(({ field = "", message }) => {
      return { path: field, message };
    });
    const own = shownWarnings.filter((warning) => warning.id === id);
    return problems.length + own.length === 0 ? [] : [{ id, problems, warnings: own }];
  });
}

async function liveChanges(
  { store, content }: OpenedBranch,
  touched: TouchedEntries,
): Promise<readonly LiveChange[]> {
  const changes: LiveChange[] = [];
  for (const id of touched.keys()) {
    const [found] = await content.index.find(id);
    const now = store.entryById(id);
    if (now === undefined) {
      if (found?.live !== undefined) changes.push({ id, kind: "removed" });
    } else if (found?.live === undefined) changes.push({ id, kind: "new" });
    else if (found.live.blob !== now.blob) changes.push({ id, kind: "changed" });
  }
  return changes;
}

async function readShownIn(
  { index }: SiteContent,
  touched: TouchedEntries,
): Promise<readonly ShownIn[]> {
  const shown = new Map<string, ShownIn>();
  for (const id of touched.keys()) {
    for (const { live, id: source, type, slug } of await index.linksTo(id)) {
      if (!live || source === undefined || touched.has(source) || shown.has(source)) continue;
      if (shown.size === MAX_SHOWN_IN) return [...shown.values()];
      const title = (await index.find(source))[0]?.title ?? slug;
      shown.set(source, { id: source, type, slug, title });
    }
  }
  return [...shown.values()];
}

interface OfMain {
  readonly base: string;
  readonly touched: TouchedEntries;
}

async function mainChanges(
  { store, index }: SiteContent,
  { base, touched }: OfMain,
): Promise<readonly MainChange[]> {
  const main = store.head();
  const saved = await touchedEntries(store, { from: base, to: main });
  const both = [...saved.keys()].filter((id) => touched.has(id));
  const changes: MainChange[] = [];
  for (const id of both) {
    const gone = store.entryById(id) === undefined;
    const by = (await index.find(id))[0]?.updatedBy?.name;
    const fields = gone ? [] : await changedLabels(store, id, { base, main });
    changes.push({ id, gone, fields, ...(!gone && by !== undefined && { by }) });
  }
  return changes;
}

/** Returns the labels of fields that differ on `main`; none for an unreadable entry. */
async function changedLabels(
  store: SiteStore,
  id: string,
  { base, main }: { readonly base: string; readonly main: string },
): Promise<readonly string[]> {
  try {
    const [before, after] = [
      await readVersion(store, id, base),
      await readVersion(store, id, main),
    ];
    return compareVersions(before, after).fields.map(({ label }) => label);
  } catch (error) {
    if (error instanceof CmsError) return [];
    throw error;
  }
}

interface OfOthers extends OfMain {
  readonly head: string;
  readonly others: readonly Change[];
}

async function readOverlaps(
  { store }: SiteContent,
  { base, head, touched, others }: OfOthers,
): Promise<readonly Overlap[]> {
  const { repository } = store;
  const overlaps: Overlap[] = [];
  for (const other of others) {
    const tip = await repository.resolveRef(other.branch);
    const from = tip && (await repository.mergeBase(tip, store.head()));
    if (tip === undefined || from === undefined) continue;
    const theirs = await touchedEntries(store, { from, to: tip });
    if (![...theirs.keys()].some((id) => touched.has(id))) continue;
    const [mine, also] = await Promise.all([
      fieldsById(store, { from: base, to: head }),
      fieldsById(store, { from, to: tip }),
    ]);
    const entries = [...mine].flatMap(([id, fields]) => {
      const labels = also.get(id);
      return labels === undefined
        ? []
        : [{ id, fields: fields.filter((one) => labels.includes(one)) }];
    });
    const { number, title, draft } = other;
    overlaps.push({ number, title, draft, entries });
  }
  return overlaps;
}

/** Returns the labels of fields that differ, by entry. */
async function fieldsById(
  store: SiteStore,
  stretch: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { entries } = await compareCommits(store.repository, { ...stretch, site: store.site() });
  return new Map(
    entries.flatMap(({ id, changes }) =>
      id === undefined ? [] : [[id, (changes?.fields ?? []).map(({ label }) => label)] as const],
    ),
  );
}
