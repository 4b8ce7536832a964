import type { Issue } from "@loam/cms-core";
import type { ChangedEntry, FieldChange, SystemChange } from "@loam/cms-core/history";
import type { ReadChange } from "../../content/changes/read-change.ts";

/** A report about a change request for a Git host. */
export interface ChangeReport {
  readonly state: "success" | "pending" | "failure";
  /** A short text for the commit status. */
  readonly summary: string;
  /** Markdown for a comment. */
  readonly text: string;
}

/** Description of the commit status until the change request is approved. */
export const AWAITS_APPROVAL = "Waiting for approval in Loam";

/** Marks Loam's comment. */
const MARK = "<!-- loam:check -->";
/** Git hosts allow 65,536. */
const MAX_TEXT = 60_000;
const MAX_ENTRIES = 50;
const MAX_LINES = 40;
const MAX_ISSUES = 30;
/** Characters of unchanged text shown on each side of a change. */
const AROUND = 40;

/**
 * Describes a change request in plain terms: changes of entries by field and word, of types, media, and other files,
 * and what blocks merging. All user text is inside code, where a Git host neither renders Markdown nor notifies
 * mentioned users.
 */
export function reportChange(
  { changes, merge }: Pick<ReadChange, "changes" | "merge">,
  address: string,
  isWaiting = false,
): ChangeReport {
  const { conflicts = [], issues = [] } = merge?.checked ?? {};
  const counted = countAll(changes);
  const wrong = [
    ...(conflicts.length > 0 ? [amount(conflicts.length, "conflict", "conflicts")] : []),
    ...(issues.length > 0 ? [amount(issues.length, "problem", "problems")] : []),
  ].join(", ");
  const { state, summary, verdict } = judge({ what: counted, wrong, isWaiting });
  const blocks = [
    ...conflicts.slice(0, MAX_ISSUES).map(({ file, path }) => {
      return `- ${code(file)}: ${path === "" ? "main also changed it" : `main also changed ${code(path)}`}`;
    }),
    ...issues
      .slice(0, MAX_ISSUES)
      .map((issue) => `- ${code(place(issue))}: ${code(issue.message)}`),
    ...changes.entries.slice(0, MAX_ENTRIES).map(entryBlock),
    ...(changes.entries.length > MAX_ENTRIES
      ? [`… and ${changes.entries.length - MAX_ENTRIES} more entries.`]
      : []),
    ...otherLines(changes),
  ];
  const foot = `[View in Loam](${address})\n\n${MARK}`;
  const head = `**Loam**: ${counted}. ${verdict}`;
  return { state, summary, text: fit(head, blocks, foot) };
}

interface JudgedChange extends Pick<ChangeReport, "state" | "summary"> {
  readonly verdict: string;
}

function judge({
  what,
  wrong,
  isWaiting,
}: Readonly<Record<"what" | "wrong", string>> & { readonly isWaiting: boolean }): JudgedChange {
  if (wrong !== "") {
    return { state: "failure", summary: wrong, verdict: `Cannot be merged: ${wrong}.` };
  }
  if (isWaiting) {
    return { state: "pending", summary: AWAITS_APPROVAL, verdict: "Waiting for approval." };
  }
  return { state: "success", summary: what, verdict: "Ready to merge." };
}

function countAll({ entries, media, types, files }: ReadChange["changes"]): string {
  const counted = [
    ...counts(entries, "entry", "entries"),
    ...counts(media, "media file", "media files"),
    ...counts(types, "content type", "content types"),
    ...counts(files, "other file", "other files"),
  ].join(", ");
  return counted === "" ? "no changes" : counted;
}

/** Joins as many blocks as fit into a comment. */
function fit(head: string, blocks: readonly string[], foot: string): string {
  let text = head;
  for (const block of blocks) {
    if (text.length + block.length + foot.length > MAX_TEXT) {
      text += "\n\n… and more.";
      break;
    }
    text += `\n\n${block}`;
  }
  return `${text}\n\n${foot}`;
}

function counts(
  changed: readonly { readonly kind: string }[],
  one: string,
  many: string,
): readonly string[] {
  return ["added", "changed", "removed"].flatMap((kind) => {
    const number = changed.filter((item) => item.kind === kind).length;
    return number === 0 ? [] : `${amount(number, one, many)} ${kind}`;
  });
}

function amount(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function place({ path = "", line }: Issue): string {
  return line === undefined ? path : `${path}:${line}`;
}

const KINDS = { added: "Added", changed: "Changed", removed: "Removed" } as const;

function entryBlock({ kind, type, title, slug, path, changes, issue }: ChangedEntry): string {
  const head = `**${KINDS[kind]}** ${code(type)} ${code(title || slug)} (${code(path)})`;
  if (issue !== undefined) return `${head}: ${code(issue.message)}`;
  if (changes === undefined || kind === "removed") return head;
  const lines = [
    ...changes.system.filter(({ key }) => key !== "createdAt").flatMap(systemLines),
    ...changes.fields.flatMap((field) => fieldLines(field, field.label)),
  ];
  return lines.length === 0 ? head : `${head}\n\n${fence(lines)}`;
}

function systemLines({ key, before, after }: SystemChange): readonly string[] {
  return [
    ...(before === undefined ? [] : [`- ${key}: ${before}`]),
    ...(after === undefined ? [] : [`+ ${key}: ${after}`]),
  ];
}

function fieldLines(field: FieldChange, label: string): readonly string[] {
  const { before, after, text, items, rows } = field;
  if (rows !== undefined) {
    return rows.flatMap(({ id, kind, moved, fields }) => {
      const name = `${label} › ${id}`;
      if (moved && fields.length === 0) return [`  ${name}: moved`];
      if (kind === "removed") return [`- ${name}`];
      return fields.flatMap((inner) => fieldLines(inner, `${name} › ${inner.label}`));
    });
  }
  if (items !== undefined) {
    const moved = items.filter(({ kind }) => kind !== "same");
    return moved.map(
      ({ kind, value }) => `${kind === "added" ? "+" : "-"} ${label}: ${plain(value)}`,
    );
  }
  if (text !== undefined) return [...textLines("-", label, text), ...textLines("+", label, text)];
  return [
    ...(before === undefined ? [] : signed("-", label, plain(before))),
    ...(after === undefined ? [] : signed("+", label, plain(after))),
  ];
}

/** Returns the lines for one side of a text: the changes with some unchanged text around them. */
function textLines(
  sign: "-" | "+",
  label: string,
  pieces: NonNullable<FieldChange["text"]>,
): readonly string[] {
  const own = sign === "-" ? "removed" : "added";
  const shown = pieces
    .filter(({ kind }) => kind === "same" || kind === own)
    .map(({ kind, text }, index, all) => {
      if (kind !== "same") return text;
      return shortened(text, { isFirst: index === 0, isLast: index === all.length - 1 });
    })
    .join("");
  return signed(sign, label, shown);
}

function shortened(
  text: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  if (text.length <= AROUND * 2) return text;
  const start = isFirst ? "" : text.slice(0, AROUND);
  const end = isLast ? "" : text.slice(-AROUND);
  return `${start}…${end}`;
}

function signed(sign: "-" | "+", label: string, text: string): readonly string[] {
  const [first = "", ...more] = text.split("\n");
  return [`${sign} ${label}: ${first}`, ...more.map((line) => `${sign} ${line}`)];
}

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const { id, alt } = Object(value);
  return typeof alt === "string" && alt !== ""
    ? `${id} (${alt})`
    : String(id ?? JSON.stringify(value));
}

function otherLines({ media, types, files }: ReadChange["changes"]): readonly string[] {
  return [
    ...media.map(({ kind, before, after }) => {
      const record = after ?? before;
      return `- ${KINDS[kind]} media ${code(record?.filename ?? "")} ${code(record?.alt ?? "")}`;
    }),
    ...types.map(({ kind, apiId, changes, versions }) => {
      const changeNames = changes.map((one) =>
        `${one.kind.replaceAll("_", " ")} ${one.field}`.trim(),
      );
      const published = versions.map((version) => `version ${version}`);
      const summary = [...changeNames, ...published].join(", ");
      return `- ${KINDS[kind]} content type ${code(apiId)}${summary === "" ? "" : `: ${code(summary)}`}`;
    }),
    ...files.map(({ kind, path }) => `- ${KINDS[kind]} ${code(path)}`),
  ].slice(0, MAX_ENTRIES * 2);
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

function fence(lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LINES);
  const more = lines.length > MAX_LINES ? [`  … ${lines.length - MAX_LINES} more lines`] : [];
  const text = [...shown, ...more].join("\n").replaceAll(CONTROL, " ");
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}diff\n${text}\n${ticks}`;
}

/** Formats text as inline code. */
function code(text: string): string {
  const line = text.replaceAll(CONTROL, " ").replaceAll("\n", " ").trim().slice(0, 500);
  if (line === "") return "";
  const ticks = "`".repeat(longestRun(line) + 1);
  const gap = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${gap}${line}${gap}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
