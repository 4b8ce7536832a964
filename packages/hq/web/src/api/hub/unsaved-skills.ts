import { del, get, keys, set } from "idb-keyval";
import type { SkillDraft } from "../../draft/skill-files.ts";

/** Identifies a skill draft by user, workspace, and name. */
export interface SkillPlace {
  readonly user: string;
  readonly ws: string;
  readonly name: string;
}

/** Loads the unsaved changes to a skill from this browser; undefined if there are none. */
export async function readKeptSkill(place: SkillPlace): Promise<SkillDraft | undefined> {
  const kept: unknown = await get(keyOf(place));
  return isDraft(kept) ? kept : undefined;
}

export function keepSkill(place: SkillPlace, draft: SkillDraft): Promise<void> {
  return set(keyOf(place), draft);
}

export function dropKeptSkill(place: SkillPlace): Promise<void> {
  return del(keyOf(place));
}

/** Lists the names of skills with unsaved changes in this browser. */
export async function listKeptSkills(place: Omit<SkillPlace, "name">): Promise<readonly string[]> {
  const before = keyOf({ ...place, name: "" });
  const all = await keys();
  return all.flatMap((key) =>
    typeof key === "string" && key.startsWith(before) ? [key.slice(before.length)] : [],
  );
}

function keyOf({ user, ws, name }: SkillPlace): string {
  return `skill/${user}/${ws}/${name}`;
}

function isDraft(kept: unknown): kept is SkillDraft {
  if (typeof kept !== "object" || kept === null) return false;
  return "base" in kept && "files" in kept && Array.isArray(kept.files);
}
