import type { ProposedChange } from "../../api/changes/propose-entry.ts";
import { parseConflictPath, type RefusedSave, resolve } from "../../draft/conflicts.ts";
import { SLUG } from "../edits/saved-version.ts";

/** Builds the request after the user has resolved conflicts with the change request, based on its version. */
export function withDecisions(
  proposed: ProposedChange,
  refused: RefusedSave,
  decided: ReadonlyMap<string, unknown>,
): ProposedChange {
  const values = resolve(refused, decided);
  const asked = refused.conflicts.map(({ path }) => parseConflictPath(path).name);
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
