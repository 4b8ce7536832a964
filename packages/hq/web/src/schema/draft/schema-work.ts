import { type ContentType, type MergeConflict, mergeTypes } from "@loam/cms-core/browser";
import { sameValue } from "../../draft/same-value.ts";
import { decideConflicts, type Side } from "./decide-conflicts.ts";
import { type DraftField, draftOf, type SchemaDraft } from "./schema-draft.ts";
import { typeOf } from "./schema-forms.ts";

/** A saved working schema. */
export interface SavedSchema {
  readonly version: string;
  readonly type: ContentType;
}

/** A schema being edited. */
export interface SchemaWork {
  /** The version the changes are based on. */
  readonly base: SavedSchema;
  readonly draft: SchemaDraft;
  /** A newer version with conflicting changes, which must be resolved. */
  readonly theirs: SavedSchema | undefined;
  readonly conflicts: readonly MergeConflict[];
  /** Whether changes by someone else were merged into the unsaved ones. */
  readonly isJoined: boolean;
}

/** Stored unsaved changes. */
export interface StoredDraft {
  readonly base: SavedSchema;
  readonly draft: SchemaDraft;
}

/** Starts from the saved schema, or continues with stored changes. */
export function startWork(saved: SavedSchema, kept: StoredDraft | undefined): SchemaWork {
  const clean = { base: saved, draft: draftOf(saved.type), theirs: undefined, conflicts: [] };
  const fresh = { ...clean, isJoined: false };
  if (kept === undefined) return fresh;
  return arrive({ ...fresh, base: kept.base, draft: kept.draft }, saved);
}

/** Returns whether there are unsaved changes. */
export function isChanged({ base, draft }: Pick<SchemaWork, "base" | "draft">): boolean {
  return !sameValue(typeOf(draft, base.type.apiId), base.type);
}

/** Applies an edit. */
export function edit(work: SchemaWork, draft: SchemaDraft): SchemaWork {
  return { ...work, draft };
}

/** Receives a loaded version: shows it, or merges it with the unsaved changes. */
export function arrive(work: SchemaWork, saved: SavedSchema): SchemaWork {
  const { base, draft, theirs } = work;
  if (saved.version === (theirs ?? base).version) return work;
  const clean = { base: saved, theirs: undefined, conflicts: [] };
  if (!isChanged(work)) return { ...clean, draft: draftOf(saved.type, draft), isJoined: false };
  const { merged, conflicts } = mergeTypes({
    base: base.type,
    ours: typeOf(draft, base.type.apiId),
    theirs: saved.type,
  });
  if (conflicts.length > 0) return { ...work, theirs: saved, conflicts };
  return { ...clean, draft: draftOf(merged, draft), isJoined: true };
}

/** Marks the sent changes as saved; later ones stay unsaved. */
export function settle(work: SchemaWork, sent: SchemaDraft, saved: SavedSchema): SchemaWork {
  const named = withIds(sent, saved.type);
  const begun = { version: "", type: typeOf(named, saved.type.apiId) };
  const draft = work.draft === sent ? named : withIds(work.draft, saved.type);
  return arrive({ base: begun, draft, theirs: undefined, conflicts: [], isJoined: false }, saved);
}

/** Applies the conflict decisions, by path. */
export function decide(work: SchemaWork, decided: ReadonlyMap<string, Side>): SchemaWork {
  const { base, draft, theirs } = work;
  if (theirs === undefined) return work;
  const ours = typeOf(draft, base.type.apiId);
  const merged = decideConflicts(
    mergeTypes({ base: base.type, ours, theirs: theirs.type }),
    decided,
  );
  return {
    base: theirs,
    draft: draftOf(merged, draft),
    theirs: undefined,
    conflicts: [],
    isJoined: false,
  };
}

/** Discards the unsaved changes. */
export function discard({ base, theirs, draft }: SchemaWork): SchemaWork {
  const saved = theirs ?? base;
  return {
    base: saved,
    draft: draftOf(saved.type, draft),
    theirs: undefined,
    conflicts: [],
    isJoined: false,
  };
}

/** Adds the ids that HQ assigned to new fields. */
function withIds(draft: SchemaDraft, { fields }: ContentType): SchemaDraft {
  return { ...draft, fields: fieldsWithIds(draft.fields, fields) };
}

function fieldsWithIds(
  drafts: readonly DraftField[],
  fields: ContentType["fields"],
): readonly DraftField[] {
  const used = new Set(drafts.flatMap(({ id }) => id ?? []));
  return drafts.map((draft) => {
    const saved = fields.find((field) =>
      draft.id === undefined
        ? field.apiId === draft.apiId && !used.has(field.id)
        : field.id === draft.id,
    );
    if (saved === undefined) return draft;
    const inner = saved.type === "repeat" ? saved.fields : [];
    return { ...draft, id: saved.id, fields: fieldsWithIds(draft.fields, inner) };
  });
}
