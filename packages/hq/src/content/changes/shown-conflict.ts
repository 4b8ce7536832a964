import type { Entry } from "@loam/cms-core";
import { classifyPath } from "@loam/cms-core/content";
import type { ChangedEntry } from "@loam/cms-core/history";
import type { CheckedMerge, SiteStore, TypeState } from "@loam/cms-core/site";
import { showFields, showValue } from "../entries/entry-answer.ts";
import { fieldAt } from "../entries/save-fields.ts";

/** A conflict, with its values in response format. Null for no value. */
export interface ShownConflict {
  readonly file: string;
  readonly path: string;
  readonly base: unknown;
  readonly main: unknown;
  readonly branch: unknown;
  /** The entry with the conflict. */
  readonly entry?: ConflictEntry;
  /** An unused slug, if another entry on `main` has the slug of the entry on the branch. */
  readonly suggestedSlug?: string;
}

interface ConflictEntry {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly title: string;
}

type Conflict = CheckedMerge["conflicts"][number];

interface Changed {
  readonly store: Pick<SiteStore, "site" | "type" | "entries">;
  /** The changes of the branch. */
  readonly entries: readonly ChangedEntry[];
}

export function showConflict(conflict: Conflict, changed: Changed): ShownConflict {
  const shown = showSides(conflict, changed);
  if (conflict.collides !== true) return shown;
  return { ...shown, suggestedSlug: freeSlugFor(conflict, changed) };
}

function freeSlugFor({ file }: Conflict, { store, entries }: Changed): string {
  const place = classifyPath(file, store.site());
  if (place.kind !== "entry") return "";
  const taken = new Set([
    ...store.entries(place.apiId).map(({ slug }) => slug),
    ...entries.map(({ slug }) => slug),
  ]);
  let number = 2;
  while (taken.has(`${place.slug}-${number}`)) number += 1;
  return `${place.slug}-${number}`;
}

function showSides(conflict: Conflict, { store, entries }: Changed): ShownConflict {
  const { file, path } = conflict;
  const place = classifyPath(file, store.site());
  if (place.kind !== "entry") return { file, path, ...toSides(conflict, (value) => value) };
  const { apiId: type, slug } = place;
  const sides = toSides(conflict, valueFormatter(store.type(type), path));
  const onMain = store.entries(type).find((ref) => ref.path === file);
  const changed = entries.find((one) => one.path === file || one.id === onMain?.id);
  const id = onMain?.id ?? changed?.id;
  if (id === undefined) return { file, path, ...sides };
  return { file, path, ...sides, entry: { id, type, slug, title: changed?.title ?? slug } };
}

/** Returns the function that shows values at a path of an entry; values of a whole entry are keyed by API id. */
function valueFormatter(known: TypeState | undefined, path: string): (value: unknown) => unknown {
  const fields = (known?.latest ?? known?.type)?.fields ?? [];
  const field = fieldAt(path, fields);
  return (value) => {
    if (isEntry(value)) return showFields(value.values, { fields });
    return field === undefined ? value : showValue(value, field);
  };
}

/** When a branch is merged into `main`, "ours" is `main`. */
function toSides(
  { base, ours, theirs }: Conflict,
  show: (value: unknown) => unknown,
): Pick<ShownConflict, "base" | "main" | "branch"> {
  return { base: show(base) ?? null, main: show(ours) ?? null, branch: show(theirs) ?? null };
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "values" in value && "createdAt" in value;
}
