import { del, get, keys, set } from "idb-keyval";
import type { SkillDraft } from "../../draft/skill-files.ts";

/** Identifies a skill draft by user, workspace, and name. */
export interface SkillPlace {
  readonly user: string;
  readonly ws: string;
  readonly name: string;
}

/** Loads the unsaved changes to a skill from this browser; undefined if there are none. */
export async function loadUnsavedSkill(place: SkillPlace): Promise<SkillDraft | undefined> {
  const stored: unknown = await get(storageKey(place));
  return isDraft(stored) ? stored : undefined;
}

export function storeUnsavedSkill(place: SkillPlace, draft: SkillDraft): Promise<void> {
  return set(storageKey(place), draft);
}

export function deleteUnsavedSkill(place: SkillPlace): Promise<void> {
  return del(storageKey(place));
}

/** Lists the names of skills with unsaved changes in this browser. */
export async function listUnsavedSkills(
  place: Omit<SkillPlace, "name">,
): Promise<readonly string[]> {
  const before = storageKey({ ...place, name: "" });
  const all = await keys();
  return all.flatMap((key) =>
    typeof key === "string" && key.startsWith(before) ? [key.slice(before.length)] : [],
  );
}

function storageKey({ user, ws, name }: SkillPlace): string {
  return `skill/${user}/${ws}/${name}`;
}

function isDraft(storedValue: unknown): storedValue is SkillDraft {
  if (typeof storedValue !== "object" || storedValue === null) return false;
  return "base" in storedValue && "files" in storedValue && Array.isArray(storedValue.files);
}
