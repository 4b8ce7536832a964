import { type ContentType, type MergeConflict, mergeTypes } from "@loam/cms-core/browser";
import { sameValue } from "../../draft/same-value.ts";
import { decideConflicts, type Side } from "./decide-conflicts.ts";
import { type DraftField, draftOf, type SchemaDraft } from "./schema-draft.ts";
import { typeOf } from "./schema-forms.ts";

/** A working schema as it is saved. */
export interface SavedSchema {
  readonly version: string;
  readonly type: ContentType;
}

/** A schema that is worked on. */
export interface SchemaWork {
  /** What the work was begun on. */
  readonly base: SavedSchema;
  readonly draft: SchemaDraft;
  /** What somebody else saved since and says otherwise of the same: it has to be decided. */
  readonly theirs: SavedSchema | undefined;
  readonly conflicts: readonly MergeConflict[];
  /** Whether what somebody else saved came into unsaved work. */
  readonly isJoined: boolean;
}

/** Unsaved work as it was kept. */
export interface KeptWork {
  readonly base: SavedSchema;
  readonly draft: SchemaDraft;
}

/** Begins with what is saved, or goes on with what was kept. */
export function beginWork(saved: SavedSchema, kept: KeptWork | undefined): SchemaWork {
  const clean = { base: saved, draft: draftOf(saved.type), theirs: undefined, conflicts: [] };
  const fresh = { ...clean, isJoined: false };
  if (kept === undefined) return fresh;
  return arrive({ ...fresh, base: kept.base, draft: kept.draft }, saved);
}

/** Whether something is unsaved. */
export function isChanged({ base, draft }: Pick<SchemaWork, "base" | "draft">): boolean {
  return !sameValue(typeOf(draft, base.type.apiId), base.type);
}

/** Somebody works on. */
export function edit(work: SchemaWork, draft: SchemaDraft): SchemaWork {
  return { ...work, draft };
}

/** A version was read: it is shown where nothing is unsaved, and put together with what is. */
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

/** What was sent is saved now; what was written since stays to be saved. */
export function settle(work: SchemaWork, sent: SchemaDraft, saved: SavedSchema): SchemaWork {
  const named = withIds(sent, saved.type);
  const begun = { version: "", type: typeOf(named, saved.type.apiId) };
  const draft = work.draft === sent ? named : withIds(work.draft, saved.type);
  return arrive({ base: begun, draft, theirs: undefined, conflicts: [], isJoined: false }, saved);
}

/** Takes for each conflict what was decided, by its path. */
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

/** Throws unsaved work away. */
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

/** The form with the ids that HQ gave to what was new. */
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
