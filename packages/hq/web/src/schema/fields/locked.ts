import type { WorkingSchema } from "../../api/content/working-schema.ts";
import {
  type DraftField,
  draftOf,
  fieldAt,
  type FieldPath,
  type SchemaDraft,
} from "../draft/schema-draft.ts";

/** The field as the newest version has it; undefined of one that was never published. */
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

/** Whether sites rely on a field: its API id, its type and whether it has several values are fixed. */
export function isLockedField(
  published: WorkingSchema["published"],
  draft: SchemaDraft,
  path: FieldPath,
): boolean {
  return publishedField(published, draft, path) !== undefined;
}
