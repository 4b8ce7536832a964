import { CmsError, countOf } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import {
  loadLiveSite,
  schemaImpact,
  type SchemaImpact,
  type SchemaEffect,
} from "@loam/cms-core/publish";
import type { SchemaChange } from "@loam/cms-core/schema";
import type { SiteStore } from "@loam/cms-core/site";
import type { Command } from "commander";
import { findUser } from "../../people/identity/users/users.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { applySettingsLive } from "../../sites/publisher/publish-site.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { listTypes, type TypeSummary } from "../../sites/registry/list-types.ts";
import { siteActor } from "../../sites/registry/site-content.ts";

interface PublishOptions extends JsonOption {
  readonly as?: string;
}

/** `hq type list`, `impact`, and `publish`. */
export function addTypeCommands(types: Command, terminal: Terminal): void {
  withJson(types.command("list"))
    .description("List the content types of a site and their unpublished schema changes")
    .argument("<site>", "ID or name")
    .action(async (site: string, options: JsonOption) => {
      const list = await withHqReading(terminal, (hq) =>
        inSite(hq, site, async (store) => listTypes(store)),
      );
      answer(terminal, options, { data: list, lines: columns(list.map(typeRow)) });
    });
  withJson(types.command("impact"))
    .description(
      "Show what publishing the working schema of a type would change, without writing anything",
    )
    .argument("<site>", "ID or name")
    .argument("<api_id>", "API ID of the content type")
    .action(async (site: string, apiId: string, options: JsonOption) => {
      const impact = await withHqReading(terminal, (hq) =>
        inSite(hq, site, async (store) => readImpact(store, apiId)),
      );
      answer(terminal, options, { data: impact, lines: renderImpact(impact) });
      if (impact.issues.length > 0) throw refusal(impact);
    });
  withJson(types.command("publish"))
    .description(
      "Publish the working schema of a type as its next version; entries are not published",
    )
    .argument("<site>", "ID or name")
    .argument("<api_id>", "API ID of the content type")
    .option("--as <email>", "Act as this user (default: the first admin)")
    .action(async (site: string, apiId: string, options: PublishOptions) => {
      const { version, changed } = await withHq(terminal, (hq) =>
        inSite(hq, site, async (store) => publishType(hq, store, { apiId, ...options })),
      );
      const line = changed
        ? `Published version ${version} of ${apiId}.`
        : `No changes since version ${version} of ${apiId}.`;
      answer(terminal, options, { data: { apiId, version, changed }, lines: [line] });
    });
}

async function readImpact(store: SiteStore, apiId: string): Promise<SchemaImpact> {
  // Files are only compared with each other, so any URL works.
  const live = await loadLiveSite(store.repository, { publicUrl: store.site().id });
  return schemaImpact(store, apiId, { live });
}

async function publishType(
  hq: Hq,
  store: SiteStore,
  { apiId, as }: { readonly apiId: string; readonly as?: string },
): Promise<{ readonly version: number; readonly changed: boolean }> {
  const before = store.type(apiId)?.latest?.version;
  const actor = siteActor(await findUser(hq.database, as));
  const { version } = await store.publishSchema(apiId, { actor });
  await applySettingsLive(hq, store, actor);
  return { version, changed: version !== before };
}

function typeRow({ apiId, kind, version, entries, changes, label }: TypeSummary): string[] {
  const published = version === 0 ? "never published" : `version ${version}`;
  const open = changes === 0 ? "" : countOf(changes, "unpublished change");
  return [apiId, kind, published, countOf(entries, "entry", "entries"), open, label];
}

function refusal({ apiId, issues }: SchemaImpact): CmsError {
  const message = `The working schema of "${apiId}" cannot be published.`;
  return new CmsError("invalid_schema", message, { issues });
}

/** Describes the impact of a working schema for the user. */
function renderImpact(impact: SchemaImpact): string[] {
  const { apiId, version, changes, issues, entries, effects, republish } = impact;
  const since = version === 0 ? "never published" : `changes since version ${version}`;
  const rows = columns(changes.map(changeRow));
  if (issues.length > 0) return [`${apiId}: the working schema has errors.`, ...rows];
  if (changes.length === 0) return [`${apiId}: no ${since}.`];
  const head = [`${apiId}: ${since}:`, ...rows];
  const refused =
    republish.refused.length === 0 ? "" : ` ${republish.refused.length} could not be published.`;
  return [
    ...head,
    `Of ${countOf(entries, "entry", "entries")}:`,
    ...(effects.length === 0 ? ["  none affected"] : effects.map(effectLine)),
    `Publishing all live entries again would change ${countOf(republish.files.length, "file", "files")}, ${countOf(republish.entries.length, "entry", "entries")}.${refused}`,
  ];
}

function changeRow({ kind, field, before, after }: SchemaChange): string[] {
  const shown = [before, after].filter((text) => text !== undefined).join(" → ");
  return [`  ${field}`, kind.replaceAll("_", " "), shown];
}

const EFFECTS = {
  missing: (field) => `without ${field}, which is required: cannot be published again until fixed`,
  alt_missing: (field) =>
    `with an image in ${field} that has no alt text: cannot be published again until fixed`,
  limit_broken: (field) =>
    `with a value in ${field} outside its limits: cannot be published again until fixed`,
  deleted: (field) => `with ${field}, which their next publish removes`,
  option_removed: (field) => `with a deleted option in ${field}, which their next publish removes`,
  target_not_taken: (field) =>
    `with a reference in ${field} to a type that is no longer allowed: publishing shows a warning`,
} as const satisfies Record<SchemaEffect["kind"], (field: string) => string>;

const SHOWN_IDS = 3;

function effectLine({ kind, field, count: number, ids }: SchemaEffect): string {
  const shown = ids.slice(0, SHOWN_IDS);
  const more = number > shown.length ? ", …" : "";
  return `  ${number} ${EFFECTS[kind](field)} (${shown.join(", ")}${more})`;
}
