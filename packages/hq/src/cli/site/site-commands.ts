import { CmsError, type SiteConfig, SVG_RULES, type SvgRule, countOf } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { SiteSettings } from "@loam/cms-core/site";
import { Argument, type Command, Option } from "commander";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite, listSites, type Site } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { noTerminalToConfirm } from "../../platform/terminal/confirm.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { deleteSite, type SiteRemoval } from "../../sites/manage/delete-site.ts";
import { duplicateSite } from "../../sites/manage/duplicate-site.ts";
import { switchPublishing } from "../../sites/manage/publishing.ts";
import { applySettingsLive } from "../../sites/publisher/publish-site.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import { addSiteLogCommands } from "../history/site-log-commands.ts";
import { bypassRestrictions } from "./bypass-restrictions.ts";
import { addCreateCommand } from "./create-command.ts";
import { readRoutes } from "./read-routes.ts";

interface DuplicateCommandOptions extends JsonOption {
  readonly workspace?: string;
  readonly as?: string;
  readonly entries: boolean;
  readonly media: boolean;
}

/** `hq site create`, `duplicate`, `list`, `publishing`, and the commands for the publish history. */
export function addSiteCommands(sites: Command, terminal: Terminal): void {
  addCreateCommand(sites, terminal);
  addDuplicateCommand(sites, terminal);
  withJson(sites.command("list"))
    .description("List all sites")
    .action(async (options: JsonOption) => {
      const list = await withHqReading(terminal, ({ database }) => listSites(database));
      answer(terminal, options, {
        data: list,
        lines: columns(list.map(({ id, name, createdAt }) => [id, createdAt, name])),
      });
    });
  withJson(sites.command("publishing"))
    .description("Turn publishing on or off; off removes all public files of the site")
    .argument("<site>", "ID or name")
    .addArgument(new Argument("<state>").choices(["on", "off"]))
    .action(async (name: string, state: "on" | "off", options: JsonOption) => {
      const site = await withHq(terminal, async (hq) => {
        const { id, workspaceId } = await findSite(hq.database, name);
        const params = { site: id, enabled: String(state === "on") };
        await recordCommand(hq, { event: "site.publishing-changed", params });
        const bypass = { hq, workspace: workspaceId, gates: ["cms", "payment"] } as const;
        return state === "on"
          ? bypassRestrictions(terminal, bypass, async () => setPublishing(hq, id, true))
          : setPublishing(hq, id, false);
      });
      answer(terminal, options, {
        data: site,
        lines: [`Publishing is ${state} for ${site.name} (${site.id}).`],
      });
    });
  addSetCommand(sites, terminal);
  addDeleteCommand(sites, terminal);
  addSiteLogCommands(sites, terminal);
}

interface DeleteOptions extends JsonOption {
  readonly yes?: boolean;
}

function addDeleteCommand(sites: Command, terminal: Terminal): void {
  withJson(sites.command("delete"))
    .description(
      "Delete a site and its public files; its repository is moved to the trash of the data folder",
    )
    .argument("<site>", "ID or name")
    .option("-y, --yes", "Skip confirmation")
    .action(async (name: string, options: DeleteOptions) => {
      const site = await withHq(terminal, async (hq) => {
        const found = await findSite(hq.database, name);
        if (options.yes !== true) await confirmDeletion(terminal, found);
        await recordCommand(hq, { event: "site.deleted", params: { site: found.id } });
        await deleteSite(siteRemovalFor(hq), found.id);
        return found;
      });
      answer(terminal, options, {
        data: { id: site.id, name: site.name },
        lines: [
          `Deleted ${site.name} (${site.id}). Its repository is in the trash of the data folder.`,
        ],
      });
    });
}

/** The user must type the name, so that the wrong site isn't deleted. */
async function confirmDeletion({ ask }: Terminal, { name }: Site): Promise<void> {
  if (ask === undefined) throw noTerminalToConfirm();
  const typed = await ask(`Enter the name of the site to delete it (${name}):`);
  if (typed?.trim() !== name) throw new CmsError("invalid", "Nothing was deleted.");
}

/** Returns how a command deletes a site: directly, or in the server that runs it. */
function siteRemovalFor(hq: Hq): SiteRemoval {
  return {
    hq,
    drop: async (siteId) => hq.opened?.drop(siteId),
    withdraw: async (siteId) => void (await setPublishing(hq, siteId, false)),
  };
}

interface SetOptions extends JsonOption {
  readonly route?: readonly string[];
  readonly timeZone?: string;
  readonly svg?: SvgRule;
}

function addSetCommand(sites: Command, terminal: Terminal): void {
  withJson(sites.command("set"))
    .description(
      "Show or change the settings in site.yml: URL paths, their time zone, and SVG handling",
    )
    .argument("<site>", "ID or name")
    .option(
      "--route <type=path...>",
      "URL path of a type's entries: blog=/blog/{slug}; blog= removes it",
    )
    .option(
      "--time-zone <name>",
      "Time zone of {year}, {month}, and {day} in URL paths, such as Europe/Berlin",
    )
    .addOption(new Option("--svg <rule>", "How to handle SVG files").choices(SVG_RULES))
    .action(async (name: string, options: SetOptions) => {
      const { route = [], timeZone, svg: rule } = options;
      const settings = { routes: readRoutes(route), timeZone, svg: rule };
      const { site, changed } = await withHq(terminal, (hq) => setSettings(hq, name, settings));
      const svg = site.media?.svg ?? "refuse";
      const rows = Object.entries(site.routes).map(([apiId, path]) => ["route", apiId, path]);
      answer(terminal, options, {
        data: { routes: site.routes, timeZone: site.timeZone ?? "UTC", media: { svg } },
        lines: [
          ...columns([...rows, ["time zone", site.timeZone ?? "UTC", ""], ["svg", svg, ""]]),
          ...(changed ? ["The next publish updates links on the public site."] : []),
        ],
      });
    });
}

async function setSettings(
  hq: Hq,
  name: string,
  settings: SiteSettings,
): Promise<{ readonly site: SiteConfig; readonly changed: boolean }> {
  const { id } = await findSite(hq.database, name);
  const actor = siteActor(await findUser(hq.database, undefined));
  const asks =
    settings.svg !== undefined ||
    settings.timeZone !== undefined ||
    Object.keys(settings.routes ?? {}).length > 0;
  if (asks) await recordCommand(hq, { event: "site.changed", params: { site: id } });
  return inSite(hq, id, async (store) => {
    const { changed } = await store.changeSettings({ ...settings, actor });
    return { site: store.site(), changed };
  });
}

async function setPublishing(hq: Hq, id: string, enabled: boolean): Promise<Site> {
  const publicStorageUrl = configuredPublicUrl(hq.config);
  const site = await switchPublishing(hq, id, enabled);
  return inSite(hq, id, async (store) => {
    const { repository } = store;
    await applySettingsLive(hq, store, siteActor(await findUser(hq.database, undefined)));
    await writePublicFiles(hq, { siteId: id, repository }, { publicStorageUrl });
    return site;
  });
}

function addDuplicateCommand(sites: Command, terminal: Terminal): void {
  withJson(sites.command("duplicate"))
    .description("Create a site with the same types and, by default, entries and media")
    .argument("<site>", "ID or name")
    .argument("<name>", "Name of the new site")
    .option("--no-entries", "Copy only types and media")
    .option("--no-media", "Leave out media; entries are copied without their media")
    .option("--workspace <slug>", "Workspace of the new site (default: that of the original)")
    .option("--as <email>", "Act as this user (default: the first admin)")
    .action(async (source: string, name: string, options: DuplicateCommandOptions) => {
      const { entries, media, workspace, as: by } = options;
      const report = await withHq(terminal, async (hq) => {
        const { id, workspaceId } = await findSite(hq.database, source);
        await recordCommand(hq, { event: "site.duplicated", params: { site: id, name } });
        const copy = { source: id, name, entries, media, workspace, by };
        const bypass = {
          hq,
          workspace: workspace ?? workspaceId,
          gates: ["cms", "sites"],
        } as const;
        return bypassRestrictions(terminal, bypass, async () =>
          duplicateSite(hq, { ...copy, publishing: false }),
        );
      });
      const { site, droppedLinks, leftOut } = report;
      answer(terminal, options, {
        data: report,
        lines: [
          `Created site ${site.id}: ${countOf(report.types, "type")}, ${countOf(report.entries, "entry as draft", "entries as drafts")}, ${countOf(report.media, "media record")}.`,
          ...(droppedLinks === 0
            ? []
            : [`note: ${droppedLinks} values and links point to content that was not copied.`]),
          ...leftOut.map(({ message }) => `not copied: ${message}`),
        ],
      });
    });
}
