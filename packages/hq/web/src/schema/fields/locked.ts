import type { WorkingSchema } from "../../api/content/working-schema.ts";
import {
  type DraftField,
  draftOf,
  fieldAt,
  type FieldPath,
  type SchemaDraft,
} from "../draft/schema-draft.ts";

/** Returns the field in the latest published version; undefined if it was never published. */
export function publishedField(
  published: WorkingSchema["published"],
  draft: SchemaDraft,
  path: FieldPath,
): DraftField | undefined {
  if (published === undefined) return undefined;
  const outer = fieldAt(draft, [path[0]]);
  const before = draftOf(published).fields.find(({ id }) => id !== undefined && id === outer?.id);
  if (path[1] === undefined) return before;
  const inner = fieldAt(draft, path);
  return before?.fields.find(({ id }) => id !== undefined && id === inner?.id);
}

/** Returns whether the API ID, type, and multiplicity of a field are locked because sites can rely on them. */
export function isLockedField(
  published: WorkingSchema["published"],
  draft: SchemaDraft,
  path: FieldPath,
): boolean {
  return publishedField(published, draft, path) !== undefined;
}
