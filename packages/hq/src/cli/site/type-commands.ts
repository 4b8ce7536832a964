import { CmsError } from "@loam/cms-core";
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
import { bringSettingsLive } from "../../sites/publisher/publish-site.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { listTypes, type TypeSummary } from "../../sites/registry/list-types.ts";
import { siteActor } from "../../sites/registry/site-content.ts";

interface PublishOptions extends JsonOption {
  readonly as?: string;
}

/** `hq type list`, `hq type impact` and `hq type publish`. */
export function addTypeCommands(program: Command, terminal: Terminal): void {
  const types = program.command("type").description("content types and their schemas");
  withJson(types.command("list"))
    .description("list the content types of a site, and what is not published of their schemas")
    .argument("<site>", "id or name")
    .action(async (site: string, options: JsonOption) => {
      const list = await withHqReading(terminal, (hq) =>
        inSite(hq, site, async (store) => listTypes(store)),
      );
      answer(terminal, options, { data: list, lines: columns(list.map(typeRow)) });
    });
  withJson(types.command("impact"))
    .description("say what publishing the working schema of a type would do; nothing is written")
    .argument("<site>", "id or name")
    .argument("<api_id>", "of the content type")
    .action(async (site: string, apiId: string, options: JsonOption) => {
      const impact = await withHqReading(terminal, (hq) =>
        inSite(hq, site, async (store) => readImpact(store, apiId)),
      );
      answer(terminal, options, { data: impact, lines: renderImpact(impact) });
      if (impact.issues.length > 0) throw refusal(impact);
    });
  withJson(types.command("publish"))
    .description("freeze the working schema of a type as its next version; no entry is published")
    .argument("<site>", "id or name")
    .argument("<api_id>", "of the content type")
    .option("--as <email>", "who publishes; the first admin unless given")
    .action(async (site: string, apiId: string, options: PublishOptions) => {
      const { version, changed } = await withHq(terminal, (hq) =>
        inSite(hq, site, async (store) => publishType(hq, store, { apiId, ...options })),
      );
      const line = changed
        ? `Published version ${version} of ${apiId}.`
        : `Version ${version} of ${apiId} says the same; nothing was published.`;
      answer(terminal, options, { data: { apiId, version, changed }, lines: [line] });
    });
}

async function readImpact(store: SiteStore, apiId: string): Promise<SchemaImpact> {
  // Files are compared with each other only, so any address will do.
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
  await bringSettingsLive(hq, store, actor);
  return { version, changed: version !== before };
}

function typeRow({ apiId, kind, version, entries, changes, label }: TypeSummary): string[] {
  const published = version === 0 ? "never published" : `version ${version}`;
  const open =
    changes === 0 ? "" : `${changes} ${changes === 1 ? "change" : "changes"} not published`;
  return [apiId, kind, published, `${entries} ${entries === 1 ? "entry" : "entries"}`, open, label];
}

function refusal({ apiId, issues }: SchemaImpact): CmsError {
  const message = `The working schema of "${apiId}" cannot be published.`;
  return new CmsError("invalid_schema", message, { issues });
}

/** What a person is told about the impact of a working schema. */
function renderImpact(impact: SchemaImpact): string[] {
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
  limit_broken: (field) =>
    `have in ${field} a value beyond its limits: their next publish is refused`,
  deleted: (field) => `have ${field}, which is not shown any more from their next publish on`,
  option_removed: (field) =>
    `have an option of ${field} that is gone, not shown any more from their next publish on`,
  target_not_taken: (field) =>
    `refer in ${field} to a type that is no longer allowed: their next publish warns of it`,
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
