import type { SchemaEffect, SchemaImpact } from "@loam/cms-core/publish";
import type { SchemaChange } from "@loam/cms-core/schema";
import { columns } from "../../platform/terminal/answer.ts";

/** What a person is told about the impact of a working schema. */
export function renderImpact(impact: SchemaImpact): string[] {
  const { apiId, version, changes, issues, entries, effects, republish } = impact;
  const since = version === 0 ? "never published" : `changes since version ${version}`;
  const rows = columns(changes.map(changeRow));
  if (issues.length > 0) return [`${apiId}: the working schema breaks a rule.`, ...rows];
  if (changes.length === 0) return [`${apiId}: no ${since}.`];
  const head = [`${apiId}: ${since}:`, ...rows];
  const refused =
    republish.refused.length === 0 ? "" : ` ${republish.refused.length} could not be published.`;
  return [
    ...head,
    `Of ${count(entries, "entry", "entries")}:`,
    ...(effects.length === 0 ? ["  none is affected"] : effects.map(effectLine)),
    `Publishing all that is live again would change ${count(republish.files.length, "file", "files")}, ${count(republish.entries.length, "entry", "entries")}.${refused}`,
  ];
}

function changeRow({ kind, field, before, after }: SchemaChange): string[] {
  const shown = [before, after].filter((text) => text !== undefined).join(" → ");
  return [`  ${field}`, kind.replaceAll("_", " "), shown];
}

const EFFECTS = {
  missing: (field) => `lack ${field}, which is required: their next publish is refused`,
  alt_missing: (field) =>
    `show in ${field} an image without alternative text: their next publish is refused`,
  deleted: (field) => `have ${field}, which is not shown any more from their next publish on`,
  option_removed: (field) =>
    `have an option of ${field} that is gone, not shown any more from their next publish on`,
  target_refused: (field) =>
    `have in ${field} what may not stand there: their next publish is refused`,
} as const satisfies Record<SchemaEffect["kind"], (field: string) => string>;

const SHOWN_IDS = 3;

function effectLine({ kind, field, count: number, ids }: SchemaEffect): string {
  const shown = ids.slice(0, SHOWN_IDS);
  const more = number > shown.length ? ", …" : "";
  return `  ${number} ${EFFECTS[kind](field)} (${shown.join(", ")}${more})`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
