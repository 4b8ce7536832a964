import { closesFence, FENCE } from "../../../base/code-fence.ts";
import type { Issue } from "../../../base/errors.ts";
import type { FieldPlan } from "../infer/field-plan.ts";
import type { SourceFile } from "../project/read-sources.ts";
import type {
  ImportedCollection,
  ImportedComponent,
  ImportedField,
  ImportedRoute,
  ImportNotice,
  ImportReport,
  Notice,
  SkippedFiles,
} from "../source/report.ts";
import type { ImportDiff } from "./diff-plan.ts";
import { type ImportPlan, plannedMedia, type PlannedType } from "./plan-import.ts";

const COMPONENT = /<([A-Z][\w.]*)(?=[\s/>]|$)/g;

export interface ReportParts {
  readonly folder: string;
  readonly layout: string;
  readonly plan: ImportPlan;
  readonly diff: ImportDiff;
  /** Media ids that existed on the site before. */
  readonly knownMedia: ReadonlySet<string>;
  readonly routes: readonly ImportedRoute[];
  readonly notices: readonly Notice[];
  readonly skipped: readonly SkippedFiles[];
  readonly failed: readonly Issue[];
  readonly written: Pick<ImportReport, "commit" | "published">;
}

/** Creates the report of an import of collections. */
export function makeReport(parts: ReportParts): ImportReport {
  const { folder, layout, plan, diff, skipped, failed, written } = parts;
  const used = plannedMedia(plan);
  const planned = plan.types.flatMap(({ entries }) => entries);
  return {
    folder,
    layout,
    dryRun: false,
    collections: plan.types.map(toImportedCollection),
    entries: withOldUrls(diff.entries, planned),
    media: { total: used.size, added: used.difference(parts.knownMedia).size },
    links: {
      internal: planned.reduce((sum, { links }) => sum + links.internal, 0),
      resolved: planned.reduce((sum, { links }) => sum + links.resolved, 0),
    },
    routes: parts.routes,
    components: countComponents(planned.map(({ source }) => source)),
    notices: groupNotices(parts.notices),
    skipped,
    failed,
    ...written,
  };
}

/** Returns the imported entries with their old URL paths. */
function withOldUrls(
  entries: ImportReport["entries"],
  planned: PlannedType["entries"],
): ImportReport["entries"] {
  const sure = planned.filter(({ source }) => source.sure);
  const urlPaths = new Map(sure.map(({ entry, source }) => [entry.id, source.urlPath]));
  return entries.map((entry) => {
    const was = urlPaths.get(entry.id);
    return was === undefined ? entry : { ...entry, was };
  });
}

/** Groups notices by message and collects their places. */
function groupNotices(notices: readonly Notice[]): ImportNotice[] {
  const groups = Map.groupBy(notices, ({ kind, message }) => `${kind} ${message}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, message } = first;
    const places = group.map(({ kind: _kind, message: _message, ...place }) => place);
    return [{ kind, message, places }];
  });
}

function toImportedCollection({
  collected,
  type,
  change,
  entries,
  fields,
  columns,
}: PlannedType): ImportedCollection {
  return {
    name: collected.name,
    apiId: type.apiId,
    kind: type.kind,
    entries: entries.length,
    drafts: entries.filter(({ heldBack }) => heldBack).length,
    fields: fields.map((plan) => toImportedField(plan, columns.get(plan.key)?.cells.length ?? 0)),
    type: change,
  };
}

function toImportedField({ key, field }: FieldPlan, values: number): ImportedField {
  const { apiId, type, multiple } = field;
  const shown = { key, apiId, type, multiple, values };
  return field.type === "reference" ? { ...shown, to: field.to } : shown;
}

/**
 * Counts the files that use each component, most used first. Many sites treat all Markdown as MDX, so in `.md` only
 * closed tags count: `<T>` can be text.
 */
function countComponents(
  files: readonly Pick<SourceFile, "place" | "document">[],
): ImportedComponent[] {
  const counts = new Map<string, number>();
  for (const { place, document } of files) {
    const { body } = document;
    const isMdx = /\.mdx$/i.test(place.path);
    for (const name of componentsIn(body)) {
      if (isMdx || body.includes(`</${name}>`)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const components = [...counts].map(([name, count]) => ({ name, files: count }));
  return components.toSorted((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1));
}

/** Returns the tag names outside code. MDX has no indented code, so indented tags count. */
function componentsIn(body: string): Set<string> {
  const names = new Set<string>();
  let fence = "";
  for (const line of body.split("\n")) {
    if (fence !== "") {
      if (closesFence(line, fence)) fence = "";
      continue;
    }
    fence = FENCE.exec(line)?.[1] ?? "";
    const text = fence === "" ? line.replaceAll(/`[^`]*`/g, "") : "";
    for (const [, name = ""] of text.matchAll(COMPONENT)) names.add(name);
  }
  return names;
}
