import type { Issue } from "../base/errors.ts";
import type { ImportDiff } from "./diff-plan.ts";
import type { FieldPlan } from "./field-plan.ts";
import { countComponents } from "./mdx-components.ts";
import type { ImportPlan, LinkCount, PlannedType } from "./plan-import.ts";
import type {
  ImportedCollection,
  ImportedField,
  ImportNotice,
  ImportReport,
  ImportedRoute,
  Notice,
  SkippedFiles,
} from "./report.ts";

export interface ReportParts {
  readonly folder: string;
  readonly layout: string;
  readonly plan: ImportPlan;
  readonly diff: ImportDiff;
  /** Media ids that the site had before. */
  readonly knownMedia: ReadonlySet<string>;
  readonly routes: readonly ImportedRoute[];
  readonly notices: readonly Notice[];
  readonly skipped: readonly SkippedFiles[];
  readonly failed: readonly Issue[];
  readonly commit: string | undefined;
  readonly published: ImportReport["published"];
}

/** The report of an import of collections. */
export function makeReport(parts: ReportParts): ImportReport {
  const { folder, layout, plan, diff, skipped, failed, commit, published } = parts;
  const used = new Set(
    plan.types.flatMap(({ entries }) => entries.flatMap(({ media }) => [...media])),
  );
  const added = [...used].filter((id) => !parts.knownMedia.has(id)).length;
  return {
    folder,
    layout,
    dryRun: false,
    collections: plan.types.map(collectionOf),
    entries: diff.entries,
    media: { total: used.size, added },
    links: sumOf(plan.types.flatMap(({ entries }) => entries.map(({ links }) => links))),
    routes: parts.routes,
    components: countComponents(
      plan.types.flatMap(({ entries }) =>
        entries.map(({ source: { place, document } }) => ({
          path: place.path,
          body: document.body,
        })),
      ),
    ),
    notices: groupNotices(parts.notices),
    skipped,
    failed,
    ...(commit === undefined ? {} : { commit }),
    ...(published === undefined ? {} : { published }),
  };
}

function sumOf(counts: readonly LinkCount[]): LinkCount {
  return {
    internal: counts.reduce((sum, { internal }) => sum + internal, 0),
    resolved: counts.reduce((sum, { resolved }) => sum + resolved, 0),
  };
}

/** One notice a sentence, with all its places. */
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

function collectionOf({
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
    fields: fields.map((plan) => fieldOf(plan, columns.get(plan.key)?.cells.length ?? 0)),
    type: change,
  };
}

function fieldOf({ key, field }: FieldPlan, values: number): ImportedField {
  const { apiId, type, multiple } = field;
  const shown = { key, apiId, type, multiple, values };
  return field.type === "reference" ? { ...shown, to: field.to } : shown;
}
