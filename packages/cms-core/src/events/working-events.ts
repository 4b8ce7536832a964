import { isCmsError } from "../base/errors.ts";
import { isoInstant } from "../base/instant.ts";
import { readEntryId } from "../content/entry/parse-entry.ts";
import { classifyPath, SITE_PATH } from "../content/site/layout.ts";
import { parseSiteFile } from "../content/site/site-file.ts";
import type { FileChange } from "../git/read/diff-reader.ts";
import type { CommitStep } from "../git/read/first-parents.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { SiteConfig } from "../model/site.ts";
import { type EventSource, makeEvent, type SiteEvent } from "./site-event.ts";

/**
 * What a commit of `main` did that the world is told: `entry.deleted`, also of an entry that was never
 * published, and `content_type.updated` where it published a schema version. A file that only moved, to
 * another slug or folder, is no deletion.
 */
export async function readWorkingEvents(
  repository: GitRepository,
  siteId: string,
  { commit, parent, time }: CommitStep,
): Promise<readonly SiteEvent[]> {
  const changes = await repository.changedFiles(parent, commit);
  const source = { siteId, commit, occurredAt: isoInstant(new Date(time)) };
  const updated = updatedTypes(changes).map((contentType) =>
    makeEvent(source, "content_type.updated", { contentType }),
  );
  if (parent === undefined) return updated;
  return [...updated, ...(await readDeletions(repository, { changes, parent, source }))];
}

/** Version files are written once, so a new one is a schema that was published. */
function updatedTypes(changes: readonly FileChange[]): readonly string[] {
  const types = changes.flatMap(({ path, before, after }) => {
    if (before !== undefined || after === undefined) return [];
    const file = classifyPath(path, NO_PATHS);
    return file.kind === "version" ? [file.apiId] : [];
  });
  return [...new Set(types)];
}

const NO_PATHS: SiteConfig = { id: "", name: "", paths: {}, routes: {} };

async function readDeletions(
  repository: GitRepository,
  {
    changes,
    parent,
    source,
  }: {
    readonly changes: readonly FileChange[];
    readonly parent: string;
    readonly source: EventSource;
  },
): Promise<readonly SiteEvent[]> {
  if (!changes.some(({ after }) => after === undefined)) return [];
  const site = await readSiteAt(repository, parent);
  const removed = changes.flatMap(({ path, before, after }) => {
    if (before === undefined || after !== undefined) return [];
    const file = classifyPath(path, site);
    return file.kind === "entry" ? [{ blob: before, type: file.apiId, slug: file.slug }] : [];
  });
  const ids = await readIds(
    repository,
    removed.map(({ blob }) => blob),
  );
  if (ids.size === 0) return [];
  const kept = await readIds(
    repository,
    changes.flatMap(({ path, after }) => (after !== undefined && ENTRY.test(path) ? [after] : [])),
  );
  const stillThere = new Set(kept.values());
  const gone = removed.flatMap(({ blob, type, slug }) => {
    const id = ids.get(blob);
    return id === undefined || stillThere.has(id) ? [] : [{ id, type, slug }];
  });
  const unique = [...new Map(gone.map((entry) => [entry.id, entry])).values()];
  const batch = unique.length > 1;
  return unique.map(({ id, type, slug }) =>
    makeEvent(source, "entry.deleted", { contentType: type, entryId: id, entrySlug: slug, batch }),
  );
}

const ENTRY = /\.(?:md|mdx|markdown|yml)$/;

/** By blob; without those of files that say no id. */
async function readIds(
  repository: GitRepository,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Set(blobs)];
  const bytes = await repository.readBlobs(unique);
  const ids = unique.map((blob, at) => [blob, readEntryId(bytes[at] ?? NOTHING)] as const);
  return new Map(ids.flatMap(([blob, id]) => (id === undefined ? [] : [[blob, id] as const])));
}

const NOTHING = new Uint8Array();

/** Where a site's settings cannot be read, its entries stand where they do without any. */
async function readSiteAt(repository: GitRepository, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file === undefined) return NO_PATHS;
  try {
    return parseSiteFile(file.bytes);
  } catch (error) {
    if (isCmsError(error)) return NO_PATHS;
    throw error;
  }
}
