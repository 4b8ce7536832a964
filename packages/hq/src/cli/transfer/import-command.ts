import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { ImportReport } from "@loam/cms-core/import";
import type { Command } from "commander";
import { importIntoSite } from "../../content/transfer/import-into-site.ts";
import { listSites } from "../../people/workspaces/sites.ts";
import { answer, withJson } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { discardSite } from "../../sites/manage/create-site.ts";
import { checkPresence } from "./check-presence.ts";
import { chooseSite } from "./choose-site.ts";
import { confirm } from "./confirm.ts";
import type { ImportCommandOptions } from "./import-command-options.ts";
import { readMapFile } from "./read-map-file.ts";
import { renderPlan, renderReport } from "./render-report.ts";
import { runZipImport } from "./run-zip-import.ts";

/** `hq import <folder>`: brings a folder of content into a site, as one commit; `<zip>`: an export. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  withJson(program.command("import"))
    .description(
      "import a site's files, or Markdown collections of Astro, Hugo, Zola, Jekyll, Eleventy and Obsidian",
    )
    .argument("<folder>", "a folder, or the ZIP of an export, which makes a site again")
    .option("--site <site>", "id or name of the site; needed where there are several")
    .option("--create <name>", "make a site of this name first")
    .option("--workspace <slug>", "where a new site belongs; needed where there are several")
    .option("--as <email>", "who imports; the first admin unless given")
    .option("-y, --yes", "do not ask")
    .option("--dry-run", "only show what would be imported")
    .option("--map <file>", "YAML or JSON that renames and retypes collections and fields")
    .option("--publish", "publish what is no draft, with its original date")
    .option("--draft <ids...>", "entries that stay drafts all the same")
    .option("--drafts", "of a ZIP: everything becomes a draft")
    .option("--media <folder>", "binaries of a site's media records, <media id>.<extension> each")
    .action(async (folder: string, options: ImportCommandOptions) => {
      const path = resolve(terminal.folder, folder);
      if (isZip(path)) return runZipImport(path, terminal, options);
      const report = await runImport(path, terminal, options);
      const lines = report.dryRun ? renderPlan(report) : renderReport(report);
      answer(terminal, options, { data: report, lines });
      if (report.failed.length > 0) throw failure(report);
    });
}

function isZip(path: string): boolean {
  return path.toLowerCase().endsWith(".zip") && !isFolder(path);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function runImport(
  folder: string,
  terminal: Terminal,
  options: ImportCommandOptions,
): Promise<ImportReport> {
  if (options.drafts === true)
    throw new CmsError("invalid", "--drafts is for the ZIP of an export.");
  if (!isFolder(folder)) throw new CmsError("not_found", `There is no folder ${folder}.`);
  const { yes = false, dryRun = false } = options;
  checkPresence(terminal, options);
  const map =
    options.map === undefined
      ? undefined
      : await readMapFile(resolve(terminal.folder, options.map));
  const common = {
    ...(map !== undefined && { map }),
    ...(options.media !== undefined && { mediaFolder: resolve(terminal.folder, options.media) }),
    drafts: new Set(options.draft),
    publish: options.publish ?? false,
  };
  if (dryRun) {
    return withHqReading(terminal, async (hq) => {
      const target = await chooseSite(hq, folder, { ...options, dryRun });
      return importIntoSite(hq, folder, { ...common, target, dryRun });
    });
  }
  return withHq(terminal, async (hq) => {
    const known = new Set((await listSites(hq.database)).map(({ id }) => id));
    const target = await chooseSite(hq, folder, { ...options, dryRun });
    if (!yes) {
      const asked = async (): Promise<void> => {
        const plan = await importIntoSite(hq, folder, { ...common, target, dryRun: true });
        for (const line of renderPlan(plan)) terminal.err(`${line}\n`);
        if (await confirm(terminal, "Import this?")) return;
        throw new CmsError("invalid", "Nothing was imported.");
      };
      const isNew = !known.has(target.siteId);
      await asked().catch(async (error: unknown) => {
        if (isNew) await discardSite(hq, target.siteId);
        throw error;
      });
    }
    return importIntoSite(hq, folder, { ...common, target, dryRun });
  });
}

function failure({ failed }: ImportReport): CmsError {
  const files = new Set(failed.map(({ path }) => path)).size;
  const message = `${files} ${files === 1 ? "file was" : "files were"} not imported.`;
  return new CmsError("invalid", message, { issues: failed });
}
