import type {
  FieldBlame,
  FieldChange,
  RowChange,
  TextChange,
  Timeline,
  TimelineEvent,
  VersionChanges,
} from "@loam/cms-core/history";
import { columns } from "../../platform/terminal/answer.ts";
import { plainValue } from "./plain-value.ts";
import { SHOWN_DIGITS } from "./render-site-log.ts";

/** A line for each event. */
export function renderTimeline({ events, next }: Timeline): readonly string[] {
  const rows = events.map((event) => [
    event.commit.slice(0, SHOWN_DIGITS),
    event.when,
    event.author.name,
    event.kind,
    event.slug,
    detailOf(event),
  ]);
  return [...columns(rows), ...(next === undefined ? [] : [`More: --cursor ${next}`])];
}

function detailOf(event: TimelineEvent): string {
  if ("version" in event) {
    const back = event.rolledBackTo?.slice(0, SHOWN_DIGITS);
    return `version ${event.version}${back === undefined ? "" : `, rolled back to ${back}`}`;
  }
  if (!("restored" in event) || event.restored === undefined) return "";
  return `from ${event.restored.slice(0, SHOWN_DIGITS)}`;
}

/** What differs, field by field: `[-gone-]{+new+}` in texts. */
export function renderChanges({ system, fields }: VersionChanges): readonly string[] {
  if (system.length + fields.length === 0) return ["The two versions say the same."];
  return [
    ...system.map(({ key, before, after }) => `${key}: ${shown(before)} → ${shown(after)}`),
    ...fields.flatMap((field) => fieldLines(field, "")),
  ];
}

function fieldLines(change: FieldChange, indent: string): string[] {
  const { apiId, kind, before, after, text, items, rows } = change;
  const head = `${indent}${apiId}: ${kind}`;
  const inner = `${indent}  `;
  if (rows !== undefined) return [head, ...rows.flatMap((row) => rowLines(row, inner))];
  if (text !== undefined)
    return [
      head,
      ...wordsOf(text)
        .split("\n")
        .map((line) => `${inner}${line}`),
    ];
  if (items === undefined || kind !== "changed") {
    return [`${head}  ${shown(before)} → ${shown(after)}`];
  }
  const signs = { same: " ", added: "+", removed: "-" } as const;
  return [head, ...items.map((item) => `${inner}${signs[item.kind]} ${shown(item.value)}`)];
}

function rowLines({ id, kind, moved, fields }: RowChange, indent: string): string[] {
  const inner = fields.flatMap((field) => fieldLines(field, `${indent}  `));
  const what = moved && fields.length === 0 ? "moved" : `${kind}${moved ? ", moved" : ""}`;
  return [`${indent}row ${id}: ${what}`, ...inner];
}

const CONTEXT = 60;

/** Long stretches that stayed are cut in their middle. */
function wordsOf(changes: readonly TextChange[]): string {
  const parts = changes.map(({ kind, text }, place) => {
    if (kind === "added") return `{+${text}+}`;
    if (kind === "removed") return `[-${text}-]`;
    if (text.length <= 2 * CONTEXT) return text;
    const start = place === 0 ? "" : text.slice(0, CONTEXT);
    const end = place === changes.length - 1 ? "" : text.slice(-CONTEXT);
    return `${start.toWellFormed()} … ${end.toWellFormed()}`;
  });
  return parts.join("").trim();
}

function shown(value: unknown): string {
  return value === undefined ? "(none)" : JSON.stringify(plainValue(value));
}

/** A line for each field, and for each row and paragraph that someone else changed last. */
export function renderBlame(fields: readonly FieldBlame[]): readonly string[] {
  return columns(
    fields.flatMap(({ apiId, by, rows = new Map(), blocks = [] }) => [
      blameRow(apiId, by),
      ...[...rows]
        .filter(([, row]) => row.commit !== by.commit)
        .map(([id, row]) => blameRow(`  row ${id}`, row)),
      ...blocks
        .filter((block) => block.by.commit !== by.commit)
        .map((block) => blameRow(`  ${startOf(block.text)}`, block.by)),
    ]),
  );
}

function blameRow(name: string, { commit, when, author, message }: FieldBlame["by"]): string[] {
  return [name, commit.slice(0, SHOWN_DIGITS), when, author.name, message];
}

const START = 30;

function startOf(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > START ? `${line.slice(0, START).toWellFormed()}…` : line;
}
