import type { Proposed } from "../../api/changes/proposing.ts";
import { placeOf, type RefusedSave, resolve } from "../../draft/conflicts.ts";
import { SLUG } from "../saved-version.ts";

/** What is sent once it is decided what stands where the proposal says something else: over the version that says so. */
export function decidedOf(
  proposed: Proposed,
  refused: RefusedSave,
  decided: ReadonlyMap<string, unknown>,
): Proposed {
  const values = resolve(refused, decided);
  const asked = refused.conflicts.map(({ path }) => placeOf(path).name);
  const names = [...new Set([...Object.keys(proposed.fields), ...asked])];
  const fields = Object.fromEntries(
    names.filter((name) => name !== SLUG).map((name) => [name, values[name] ?? null]),
  );
  const slug = asked.includes(SLUG) ? values[SLUG] : undefined;
  return {
    ...proposed,
    fields,
    ...(typeof slug === "string" && { slug }),
    version: refused.current,
  };
}
