import { closesFence, FENCE } from "../../base/code-fence.ts";
import type { Issue } from "../../base/errors.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { EntryValues } from "../../model/entry.ts";
import { eachItem } from "../../model/walk-values.ts";

const OPENS = /^<{7} /;
const PARTS = /^={7}$/;
const CLOSES = /^>{7} /;

/**
 * Returns the line, from 1, of the first Git conflict in a text; undefined if there isn't one. One that starts in a code
 * block is an example. Markers in indented code aren't at the start of their line.
 */
export function conflictLine(text: string): number | undefined {
  if (!text.includes("<<<<<<< ") || !text.includes(">>>>>>> ")) return undefined;
  const lines = text.split(/\r?\n/);
  const body = bodyStart(lines);
  let [opened, parted, fence] = [0, false, ""];
  for (const [index, line] of lines.entries()) {
    if (OPENS.test(line) && fence === "") [opened, parted] = [index + 1, false];
    else if (opened > 0 && PARTS.test(line)) parted = true;
    else if (opened > 0 && parted && CLOSES.test(line)) return opened;
    else if (fence !== "") fence = closesFence(line, fence) ? "" : fence;
    else if (index >= body) fence = FENCE.exec(line)?.[1] ?? "";
  }
  return undefined;
}

/** Returns the index of the first line after front matter. */
function bodyStart([first, ...rest]: readonly string[]): number {
  const end = first === "---" ? rest.indexOf("---") : -1;
  return end === -1 ? 0 : end + 2;
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
