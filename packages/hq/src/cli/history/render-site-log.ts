import type { LoggedPublish } from "@loam/cms-core/history";
import type { LiveDifference, RollBack } from "@loam/cms-core/publish";
import { columns } from "../../platform/terminal/answer.ts";

/** How much of a commit's id is shown: enough to name it. */
export const SHOWN_DIGITS = 10;
const SHOWN_ENTRIES = 3;

/** A line for each publish. */
export function renderPublishes(log: readonly LoggedPublish[]): readonly string[] {
  if (log.length === 0) return ["Nothing was published yet."];
  return columns(
    log.map(({ commit, when, author, kind, message, ...what }) => [
      commit.slice(0, SHOWN_DIGITS),
      when,
      author.name,
      kind,
      what.count === 1 || what.entries.length === 0 ? message : entriesOf(what),
    ]),
  );
}

function entriesOf({ count, entries }: Pick<LoggedPublish, "count" | "entries">): string {
  const names = entries.slice(0, SHOWN_ENTRIES).map(({ type, slug }) => `${type}/${slug}`);
  const more = count > names.length ? `, … (${count})` : "";
  return `${names.join(", ")}${more}`;
}

export interface RollBackReport extends RollBack {
  readonly to: string;
  readonly dryRun: boolean;
}

/** What going back changes, or would change. */
export function renderRollBack(report: RollBackReport): readonly string[] {
  const { entries, files, deleted, to, dryRun } = report;
  const commit = to.slice(0, SHOWN_DIGITS);
  if (entries.length + files.length === 0) return [`The live site is what it was at ${commit}.`];
  const what = `${counted(entries.length, "entry", "entries")} and ${counted(files.length, "other file", "other files")}`;
  const head = dryRun
    ? `Rolling back to ${commit} would change ${what}:`
    : `Rolled back to ${commit}: changed ${what}.`;
  const gone = new Set(deleted);
  const rows = entries.map((entry) => rowOf(entry, gone.has(entry.id)));
  return [head, ...columns([...rows, ...files.map((path) => ["  changed", path])])];
}

const WORDS = { added: "live again", removed: "unpublished", changed: "changed" } as const;

function rowOf({ type, kind, before, after }: LiveDifference, isDeleted: boolean): string[] {
  const slugs = [...new Set([before?.slug, after?.slug])].filter((slug) => slug !== undefined);
  const versions = [before?.version, after?.version].filter((version) => version !== undefined);
  return [
    `  ${WORDS[kind]}`,
    `${type}/${slugs.join(" → ")}`,
    `version ${versions.join(" → ")}`,
    isDeleted ? "its draft was deleted since" : "",
  ];
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
