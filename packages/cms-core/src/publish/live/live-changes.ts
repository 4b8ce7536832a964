import type { SchemaVersion } from "../../model/content-type.ts";
import type { MediaRecord } from "../../model/media.ts";
import { dependenciesOf } from "../../render/entry-template.ts";
import { changeList, EMPTY_LIST } from "../../render/list-body.ts";
import type { PublishedDelta } from "../branch/published-diff.ts";
import {
  type LiveEntry,
  type LiveGraph,
  type LiveSite,
  type LiveType,
  makeLiveType,
} from "./live-site.ts";
import type { SharedMap } from "./shared-map.ts";

export interface EntryChange {
  readonly before: LiveEntry | undefined;
  readonly after: LiveEntry | undefined;
}

export interface MediaChange {
  readonly before: MediaRecord | undefined;
  readonly after: MediaRecord | undefined;
}

/** What differs between two live sites in what is public. */
export interface LiveChanges {
  readonly entries: readonly EntryChange[];
  /** Records in use by live entries. */
  readonly media: readonly MediaChange[];
  /** API ids of types whose list or schema changed. */
  readonly types: ReadonlySet<string>;
}

/** The types of the site after its entries changed; one without any change is the same object. */
export function changeTypes(
  before: ReadonlyMap<string, LiveType>,
  schemas: LiveGraph["schemas"],
  changes: readonly EntryChange[],
): ReadonlyMap<string, LiveType> {
  const removed = Map.groupBy(
    changes.flatMap((change) => change.before ?? []),
    ({ type }) => type,
  );
  const added = Map.groupBy(
    changes.flatMap((change) => change.after ?? []),
    ({ type }) => type,
  );
  const types = new Map<string, LiveType>();
  for (const [apiId, versions] of schemas) {
    const latest = latestOf(versions);
    const known = before.get(apiId);
    const [remove = [], add = []] = [removed.get(apiId), added.get(apiId)];
    const same = remove.length + add.length === 0 && known?.schema === latest;
    const body = changeList(known?.body ?? EMPTY_LIST, { remove, add });
    types.set(apiId, same && known !== undefined ? known : makeLiveType(latest, body));
  }
  return types;
}

/** The version by which a type is described; there is one at least. */
function latestOf(versions: ReadonlyMap<number, SchemaVersion>): SchemaVersion {
  return [...versions.values()].reduce((a, b) => (a.version > b.version ? a : b));
}

export function changedTypes(
  before: ReadonlyMap<string, LiveType>,
  after: ReadonlyMap<string, LiveType>,
): ReadonlySet<string> {
  const ids = [...before.keys(), ...after.keys()];
  return new Set(ids.filter((apiId) => before.get(apiId) !== after.get(apiId)));
}

/** Records that came into use by live entries, went out of it, or changed while they were. */
export function changedMedia(
  before: LiveGraph,
  after: LiveGraph,
  { media, entries }: Pick<PublishedDelta, "media" | "entries">,
): MediaChange[] {
  const ids = new Set(media.keys());
  for (const entry of entries.keys()) {
    for (const graph of [before, after]) {
      for (const id of dependenciesOf(graph.holes.get(entry) ?? []).media) ids.add(id);
    }
  }
  return [...ids]
    .map((id) => ({ before: inUse(before, id), after: inUse(after, id) }))
    .filter((change) => change.before !== change.after);
}

function inUse(graph: LiveGraph, id: string): MediaRecord | undefined {
  return graph.mediaUsers.has(id) ? graph.media.get(id)?.record : undefined;
}

/** What differs between two live sites that were loaded apart: looks at every entry. */
export function compareLiveSites(before: LiveSite, after: LiveSite): LiveChanges {
  return {
    entries: changedEntries(before, after),
    media: allChangedMedia(before.graph, after.graph),
    types: new Set([...before.types.keys(), ...after.types.keys()]),
  };
}

function changedEntries(before: LiveSite, after: LiveSite): EntryChange[] {
  const ids = unionOf(before.graph.entries, after.graph.entries);
  return ids
    .map((id) => ({ before: before.entry(id), after: after.entry(id) }))
    .filter(({ before: old, after: fresh }) => old !== fresh && old?.json !== fresh?.json);
}

function allChangedMedia(before: LiveGraph, after: LiveGraph): MediaChange[] {
  const ids = unionOf(before.mediaUsers, after.mediaUsers);
  return ids
    .map((id) => ({ before: recordOf(before, id), after: recordOf(after, id) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function recordOf({ mediaUsers, media }: LiveGraph, id: string): MediaChange["before"] {
  return mediaUsers.has(id) ? media.get(id)?.record : undefined;
}

function unionOf(a: SharedMap<unknown>, b: SharedMap<unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])];
}
