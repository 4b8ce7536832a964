import type { ImportedCollection, ImportReport } from "@loam/cms-core/import";
import { columns } from "../../platform/terminal/answer.ts";

const SHOWN = 20;

/** The content types that an import makes, for confirmation: a table per collection. */
export function renderPlan(report: ImportReport): string[] {
  return [
    `${report.folder} (${report.layout})`,
    ...report.collections.flatMap(renderCollection),
    "",
    ...renderChanges(report),
    ...renderNotices(report),
    ...report.failed.map(({ path, line, message }) => {
      const place = [path, line].filter((part) => part !== undefined).join(":");
      return `not imported: ${place}: ${message}`;
    }),
  ];
}

/** What an import did. */
export function renderReport(report: ImportReport): string[] {
  const { published, commit } = report;
  return [
    ...report.collections.map(renderSummary),
    ...renderChanges(report),
    ...renderNotices(report),
    commit === undefined ? "Nothing changed." : `Commit ${commit}.`,
    ...(published === undefined
      ? []
      : [`Published ${published.count} entries; ${published.refused.length} problems.`]),
    ...(published?.refused ?? [])
      .slice(0, SHOWN)
      .map(({ path, message }) => `not published: ${path ?? ""} ${message}`),
  ];
}

function renderCollection(collection: ImportedCollection): string[] {
  const rows = collection.fields.map(({ key, apiId, type, multiple, to, values }) => [
    `  ${key}`,
    apiId,
    `${type}${multiple ? ", multiple" : ""}${to === undefined ? "" : ` → ${to.join(", ")}`}`,
    `${values} values`,
  ]);
  return ["", renderSummary(collection), ...columns([["  KEY", "FIELD", "TYPE", ""], ...rows])];
}

function renderSummary({ name, apiId, kind, entries, drafts, type }: ImportedCollection): string {
  const held = drafts === 0 ? "" : `, ${drafts} of them not to be published`;
  return `${name} → ${apiId} (${kind}, type ${type}): ${entries} entries${held}`;
}

function renderChanges({ entries, media }: ImportReport): string[] {
  const count = (change: string): number =>
    entries.filter((entry) => entry.change === change).length;
  return [
    `Entries: ${count("created")} new, ${count("changed")} changed, ${count("unchanged")} unchanged. Media files: ${media.total}, ${media.added} new.`,
  ];
}

/** The first notices of each kind: thousands of files may have the same. */
function renderNotices({ notices }: ImportReport): string[] {
  const lines: string[] = [];
  for (const [kind, found] of Map.groupBy(notices, (notice) => notice.kind)) {
    for (const { path, line, field, message } of found.slice(0, SHOWN)) {
      const place = [field ?? path, line].filter((part) => part !== undefined).join(":");
      lines.push(`note: ${place}: ${message}`);
    }
    const more = found.length - SHOWN;
    if (more > 0) lines.push(`note: and ${more} more of "${kind}"; --json lists all.`);
  }
  return lines;
}
