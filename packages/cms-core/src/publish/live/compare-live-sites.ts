import type { EntryChange, LiveChanges, MediaChange } from "./live-changes.ts";
import type { LiveGraph, LiveSite } from "./live-site.ts";
import type { SharedMap } from "./shared-map.ts";

/** What differs between two live sites that were loaded apart: looks at every entry. */
export function compareLiveSites(before: LiveSite, after: LiveSite): LiveChanges {
  return {
    entries: changedEntries(before, after),
    media: changedMedia(before.graph, after.graph),
    types: new Set([...before.types.keys(), ...after.types.keys()]),
  };
}

function changedEntries(before: LiveSite, after: LiveSite): EntryChange[] {
  const ids = unionOf(before.graph.entries, after.graph.entries);
  return ids
    .map((id) => ({ before: before.entry(id), after: after.entry(id) }))
    .filter(({ before: old, after: fresh }) => old !== fresh && old?.json !== fresh?.json);
}

function changedMedia(before: LiveGraph, after: LiveGraph): MediaChange[] {
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
