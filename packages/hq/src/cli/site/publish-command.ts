import { CmsError, countOf } from "@loam/cms-core";
import { answer, type JsonOption, withJson } from "@loam/cms-core/program";
import type { PublishDates } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { type Command, Option } from "commander";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq } from "../../platform/terminal/with-hq.ts";
import { publishSite, type PublishSiteReport } from "../../sites/publisher/publish-site.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import { pastGates } from "./past-gates.ts";

interface PublishOptions extends JsonOption {
  readonly all?: boolean;
  readonly schemas?: boolean;
  readonly dates: PublishDates;
  readonly as?: string;
}

/** `hq publish`: makes entries live and writes the public files. */
export function addPublishCommand(program: Command, terminal: Terminal): void {
  withJson(program.command("publish"))
    .description("publish entries that can be published, and list what is wrong with the others")
    .argument("<site>", "id or name")
    .argument("[entries...]", "ids or <type>/<slug>")
    .option("--all", "every entry that no schedule keeps off the site now, and nobody took off it")
    .option("--schemas", "publish the working schemas of the types first")
    .addOption(
      new Option(
        "--dates <dates>",
        "what is not live yet was published now, or when it was created",
      )
        .choices(["now", "created"])
        .default("now"),
    )
    .option("--as <email>", "who publishes; the first admin unless given")
    .action(async (site: string, entries: readonly string[], options: PublishOptions) => {
      const wanted = entriesAsked(entries, options);
      const report = await withHq(terminal, async (hq) => {
        const { workspaceId: workspace } = await findSite(hq.database, site);
        const way = { hq, workspace, gates: ["cms"] } as const;
        return pastGates(terminal, way, async () => publish(hq, site, wanted, options));
      });
      answer(terminal, options, { data: report, lines: renderReport(report) });
      if (report.refused.length > 0) throw refusal(report);
    });
}

function entriesAsked(
  entries: readonly string[],
  { all }: PublishOptions,
): readonly string[] | "all" {
  if ((all === true) === entries.length > 0) {
    throw new CmsError("invalid", "Name entries to publish, or use --all.");
  }
  return all === true ? "all" : entries;
}

async function publish(
  hq: Hq,
  siteName: string,
  entries: readonly string[] | "all",
  options: PublishOptions,
): Promise<PublishSiteReport> {
  const publicStorageUrl = configuredPublicUrl(hq.config);
  const actor = siteActor(await findUser(hq.database, options.as));
  return inSite(hq, siteName, async (store) => {
    if (options.schemas === true) await publishSchemas(store, { actor });
    const media = await hq.storages.openMedia();
    const report = await publishSite(store, {
      entries,
      actor,
      dates: options.dates,
      media,
      now: hq.now,
    });
    const site = { siteId: store.site().id, repository: store.repository };
    await writePublicFiles(hq, site, { publicStorageUrl });
    return report;
  });
}

async function publishSchemas(
  store: SiteStore,
  options: Parameters<SiteStore["publishSchema"]>[1],
): Promise<void> {
  for (const { type } of store.types()) await store.publishSchema(type.apiId, options);
}

function renderReport(report: PublishSiteReport): string[] {
  const { published, unchanged, refused, warned, scheduled, withdrawn } = report;
  const off = withdrawn.length === 0 ? "" : `${withdrawn.length} taken off the site before, `;
  return [
    `Published ${published.length}; ${unchanged} live already, ${scheduled.length} scheduled, ${off}${refused.length} refused.`,
    ...warned.flatMap(({ type, slug, issues }) =>
      issues.map(({ message }) => `warning: ${type}/${slug}: ${message}`),
    ),
  ];
}

function refusal({ refused }: PublishSiteReport): CmsError {
  return new CmsError(
    "publish_refused",
    `${countOf(refused.length, "entry", "entries")} cannot be published.`,
    {
      issues: refused.flatMap(({ issues }) => issues),
    },
  );
}
