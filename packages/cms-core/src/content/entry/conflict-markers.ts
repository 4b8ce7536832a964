import type { Issue } from "../../base/errors.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { EntryValues } from "../../model/entry.ts";
import { eachItem } from "../../model/walk-values.ts";

const OPENS = /^<{7} /;
const PARTS = /^={7}$/;
const CLOSES = /^>{7} /;

/** Returns the line, from 1, of the first Git conflict marker in a text; undefined if there isn't one. */
export function conflictLine(text: string): number | undefined {
  if (!text.includes("<<<<<<< ") || !text.includes(">>>>>>> ")) return undefined;
  let [opened, parted] = [0, false];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (OPENS.test(line)) [opened, parted] = [index + 1, false];
    else if (opened > 0 && PARTS.test(line)) parted = true;
    else if (opened > 0 && parted && CLOSES.test(line)) return opened;
  }
  return undefined;
}

/** Returns the texts of an entry with unresolved conflicts. */
export function findConflicts(
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
): readonly Issue[] {
  return [...eachItem(values, fields)].flatMap(({ item, place }): Issue[] => {
    const line = typeof item === "string" ? conflictLine(item) : undefined;
    if (line === undefined) return [];
    const message = `${place} has an unresolved conflict in line ${line} of its text.`;
    return [{ code: "conflict", message, field: place }];
  });
}
