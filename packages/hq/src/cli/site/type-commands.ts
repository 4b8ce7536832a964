import { CmsError } from "@loam/cms-core";
import { loadLiveSite, schemaImpact, type SchemaImpact } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/store";
import type { Command } from "commander";
import { findUser } from "../../people/identity/users/find-user.ts";
import type { Hq } from "../../platform/hq.ts";
import { answer, columns, type JsonOption, withJson } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { bringSettingsLive } from "../../sites/publisher/bring-settings-live.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { listTypes, type TypeSummary } from "../../sites/registry/list-types.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import { renderImpact } from "./render-impact.ts";

interface PublishOptions extends JsonOption {
  readonly as?: string;
}

/** `hq type list`, `hq type impact` and `hq type publish`. */
export function addTypeCommands(program: Command, terminal: Terminal): void {
  const types = program.command("type").description("content types and their schemas");
  withJson(types.command("list"))
    .description(
      "list the content types of a site, and what is not published of their schemas, also beside a running server",
    )
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
