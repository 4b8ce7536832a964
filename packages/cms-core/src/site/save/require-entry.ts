import { CmsError } from "../../base/errors.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { EntryRef, TypeState } from "../read/file-facts.ts";
import type { SiteIndex } from "../read/site-index.ts";

/** @throws CmsError `content_type_not_found` */
export function requireType(index: SiteIndex, apiId: string): TypeState {
  const state = index.typeState(apiId);
  if (state !== undefined) return state;
  throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
}

/**
 * The one entry with this id.
 *
 * @throws CmsError `conflict` when two files have it
 */
export function uniqueEntry(index: SiteIndex, id: string): EntryRef | undefined {
  const [ref, ...others] = index.entriesWithId(id);
  if (others.length === 0) return ref;
  const paths = index.entriesWithId(id).map(({ path }) => path);
  throw new CmsError("conflict", `Several files have the id ${id}: ${paths.join(", ")}.`, {
    details: { id, paths },
  });
}

/** @throws CmsError `stale` when the entry's file is not the expected one */
export function checkExpected(
  ref: EntryRef | undefined,
  expected: string | null | undefined,
): void {
  if (expected === undefined || expected === (ref?.blob ?? null)) return;
  throw new CmsError("stale", "The entry was changed meanwhile; read it again.", {
    details: { expected, current: ref?.blob ?? null },
  });
}

/** @throws CmsError `invalid_schema` while none was published */
export function requireSchema(state: TypeState): SchemaVersion {
  if (state.latest !== undefined) return state.latest;
  const message = `Publish the schema of "${state.type.apiId}" first: entries are written against it.`;
  throw new CmsError("invalid_schema", message);
}
