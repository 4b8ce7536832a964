import { isoInstant } from "../../base/instant.ts";
import type { EntryRef } from "../read/file-facts.ts";
import type { SiteWriter } from "./site-writer.ts";

/**
 * When each of these entries was last saved, by id: the time of the last commit on `main` that
 * changed its file. What was not saved here is read from the history once, in one go.
 */
export async function readUpdatedAt(
  writer: SiteWriter,
  refs: readonly EntryRef[],
): Promise<ReadonlyMap<string, string>> {
  const { times, repository } = writer;
  const index = writer.index();
  const commit = index.head;
  const known = new Map<string, number>();
  const paths = new Set<string>();
  for (const { path } of refs) {
    const time = times.get(path);
    if (time === undefined) paths.add(path);
    else known.set(path, time);
  }
  for (const [path, time] of await repository.lastChanges(commit, { paths })) {
    known.set(path, time);
    // Not kept when someone saved it meanwhile, or the site was pushed to.
    if (writer.index().head === commit) times.set(path, time);
  }
  const found = new Map<string, string>();
  for (const { id, path } of refs) {
    const time = known.get(path);
    if (time !== undefined) found.set(id, isoInstant(new Date(time)));
  }
  return found;
}
