import { CmsError, countOf } from "@loam/cms-core";
import { answer, type JsonOption } from "@loam/cms-core/program";
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
import { bypassRestrictions } from "./bypass-restrictions.ts";

interface PublishOptions extends JsonOption {
  readonly all?: boolean;
  readonly schemas?: boolean;
  readonly dates: PublishDates;
  readonly as?: string;
}

/** `hq publish`: publishes entries and writes the public files. */
export function definePublishCommand(command: Command, terminal: Terminal): void {
  command
    .option("--all", "All entries except those that are scheduled or were unpublished")
    .option("--schemas", "Publish the working schemas of all types first")
    .addOption(
      new Option(
        "--dates <dates>",
        "Publish date of entries that are not live yet: now, or when the entry was created",
      )
        .choices(["now", "created"])
        .default("now"),
    )
    .option("--as <email>", "Act as this user (default: the first admin)")
    .action(async (site: string, entries: readonly string[], options: PublishOptions) => {
      const wanted = requestedEntries(entries, options);
      const report = await withHq(terminal, async (hq) => {
        const { workspaceId: workspace } = await findSite(hq.database, site);
        const bypass = { hq, workspace, gates: ["cms"] } as const;
        return bypassRestrictions(terminal, bypass, async () => publish(hq, site, wanted, options));
      });
      answer(terminal, options, { data: report, lines: renderReport(report) });
      if (report.refused.length > 0) throw refusal(report);
    });
}

function requestedEntries(
  entries: readonly string[],
  { all }: PublishOptions,
): readonly string[] | "all" {
  if ((all === true) === entries.length > 0) {
    throw new CmsError("invalid", "Name the entries to publish, or use --all.");
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
  const others = [
    [unchanged, "already live"],
    [scheduled.length, "scheduled"],
    [withdrawn.length, "unpublished"],
    [refused.length, "with errors"],
  ] as const;
  const shown = others.filter(([count]) => count > 0).map(([count, label]) => `${count} ${label}`);
  const done =
    published.length + refused.length === 0
      ? "Nothing to publish"
      : `Published ${countOf(published.length, "entry", "entries")}`;
  return [
    `${done}${shown.length === 0 ? "" : ` (${shown.join(", ")})`}.`,
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
