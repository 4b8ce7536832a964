import type { Issue } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import { locateIssues } from "../../content/entry/validate-entry.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { collectLinks } from "../../render/entry-template.ts";

/** An entry of a merged site, as the check needs it. */
export interface MergedSiteEntry {
  readonly path: string;
  readonly entry: Entry;
  readonly schema: ContentType;
  readonly bytes: Uint8Array;
}

export interface CheckMerge {
  /** The entries that either side changed, as the merge has them; or all of the site. */
  readonly entries: readonly MergedSiteEntry[];
  /** Whether the merged site has an entry or media record. */
  readonly has: (kind: "entry" | "media", id: string) => boolean;
  /** Whether it has a version of a content type's schema. */
  readonly hasSchema: (apiId: string, version: number) => boolean;
}

/**
 * What is wrong with a merge that had no conflict: an id or slug that two entries have, a reference to an
 * entry or a media file that the other side deleted, an entry of a content type that it deleted, a place in the
 * order that two entries of a type have.
 * Each issue names file, line and field.
 */
export function checkMerge({ entries, has, hasSchema }: CheckMerge): Issue[] {
  return [
    ...repeated(entries, ({ entry }) => entry.id).flatMap(([one, other]) =>
      locateIssues(
        [issueOf("id_taken", `has the same id as ${other.path}`, one, "id")],
        one.bytes,
        one,
      ),
    ),
    ...repeated(entries, ({ entry }) => `${entry.type}/${foldSlug(entry.slug)}`)
      .filter(([one, other]) => one.entry.id !== other.entry.id)
      .map(([one, other]) => issueOf("slug_taken", `has the same slug as ${other.path}`, one)),
    ...repeated(entries, orderKey).flatMap(([one, other]) =>
      locateIssues(
        [issueOf("order_taken", `stands at the same place as ${other.path}`, one, "sortOrder")],
        one.bytes,
        one,
      ),
    ),
    ...entries
      .filter(({ entry }) => !hasSchema(entry.type, entry.schema))
      .map((one) => issueOf("content_type_not_found", withoutSchema(one), one)),
    ...entries.flatMap((entry) => danglingLinks(entry, has)),
  ];
}

function withoutSchema({ entry: { type, schema } }: MergedSiteEntry): string {
  return `is of "${type}", whose schema version ${schema} the merge does not have`;
}

function orderKey({ entry: { type, sortOrder = 0 } }: MergedSiteEntry): string | undefined {
  return sortOrder === 0 ? undefined : `${type} ${sortOrder}`;
}

/** Each entry that shares its key with another, with that other. */
function repeated(
  entries: readonly MergedSiteEntry[],
  keyOf: (entry: MergedSiteEntry) => string | undefined,
): (readonly [MergedSiteEntry, MergedSiteEntry])[] {
  const groups = Map.groupBy(entries, keyOf);
  groups.delete(undefined);
  return [...groups.values()].flatMap((group) =>
    group.flatMap((entry, index) => {
      const other = group[index === 0 ? 1 : 0];
      return other === undefined ? [] : [[entry, other] as const];
    }),
  );
}

function danglingLinks(entry: MergedSiteEntry, has: CheckMerge["has"]): Issue[] {
  const missing = collectLinks(entry.entry.values, entry.schema).filter(
    ({ kind, id }) => !has(kind, id),
  );
  const issues = missing.map(({ kind, id, field }) => {
    const what = kind === "entry" ? "points to the entry" : "shows the media file";
    return issueOf(
      "dangling_reference",
      `${what} ${id}, which the merge does not have`,
      entry,
      field,
    );
  });
  return locateIssues(issues, entry.bytes, entry);
}

function issueOf(
  code: Issue["code"],
  what: string,
  { path }: MergedSiteEntry,
  field?: string,
): Issue {
  const message = `${path} ${what}.`;
  return field === undefined ? { code, message, path } : { code, message, path, field };
}
