import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CmsError, SVG_RULES, type SvgRule, countOf } from "@loam/cms-core";
import type { ExportImportReport } from "@loam/cms-core/export";
import {
  type ImportReport,
  type ImportMap,
  parseImportMap,
  type ImportedCollection,
  type ImportedRoute,
} from "@loam/cms-core/import";
import { answer, columns, type JsonOption } from "@loam/cms-core/program";
import { type Command, Option } from "commander";
import {
  importIntoSite,
  type ImportTarget,
  type NewTarget,
  rehearseImport,
} from "../../content/transfer/import-into-site.ts";
import { importZip } from "../../content/transfer/import-zip.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { confirm } from "../../platform/terminal/confirm.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { bypassRestrictions, type Bypass } from "../site/bypass-restrictions.ts";
import { readRoutes } from "../site/read-routes.ts";
import { chooseSite, type SiteChoice } from "./choose-site.ts";

/** `hq import <folder>` imports a folder of content into a site in one commit; `hq import <zip>` imports an export. */
export function defineImportCommand(command: Command, terminal: Terminal): void {
  command
    .option("--site <site>", "ID or name of the site, needed if there are several")
    .option("--create <name>", "Create a site with this name first")
    .option("--workspace <slug>", "Workspace of a new site, needed if there are several")
    .option("--as <email>", "Act as this user (default: the first admin)")
    .option("-y, --yes", "Skip confirmation")
    .option("--dry-run", "Show what would be imported, without changing anything")
    .option("--map <file>", "YAML or JSON file that renames and retypes collections and fields")
    .option("--route <type=path...>", "URL path of a type's entries: blog=/blog/{slug}")
    .addOption(
      new Option("--svg <rule>", "How to handle SVG files, now and later").choices(SVG_RULES),
    )
    .option("--publish", "Publish entries that are not drafts, with their original dates")
    .option("--draft <ids...>", "Keep these entries as drafts")
    .option("--drafts", "For a ZIP: import everything as drafts")
    .option(
      "--media <folder>",
      "Folder with the media files of a site, named <media id>.<extension>",
    )
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
    throw new CmsError("invalid", "--drafts is only for the ZIP of an export.");
  if (!isFolder(folder)) throw new CmsError("not_found", `Folder not found: ${folder}.`);
  const { yes = false, dryRun = false } = options;
  checkPresence(terminal, options);
  const map =
    options.map === undefined
      ? undefined
      : await readMapFile(resolve(terminal.folder, options.map));
  const common = {
    ...(map !== undefined && { map }),
    ...(options.media !== undefined && { mediaFolder: resolve(terminal.folder, options.media) }),
    routes: readRoutes(options.route ?? []),
    svg: options.svg,
    drafts: new Set(options.draft),
    publish: options.publish ?? false,
    signal: terminal.signal,
  };
  const rehearse = async (hq: Hq): Promise<ImportReport> => {
    const target = await chooseSite(hq, folder, options);
    return bypassRestrictions(terminal, await bypassFor(hq, target), async () =>
      rehearseImport(hq, folder, { ...common, target }),
    );
  };
  if (dryRun) return withHqReading(terminal, rehearse);
  return withHq(terminal, async (hq) => {
    if (!yes) {
      for (const line of renderPlan(await rehearse(hq))) terminal.err(`${line}\n`);
      if (!(await confirm(terminal, "Import this?"))) {
        throw new CmsError("invalid", "Nothing was imported.");
      }
    }
    const target = await chooseSite(hq, folder, options);
    const work = async (): Promise<ImportReport> =>
      importIntoSite(hq, folder, { ...common, target });
    // Users who confirmed have already been warned.
    return yes ? bypassRestrictions(terminal, await bypassFor(hq, target), work) : work();
  });
}

async function bypassFor(hq: Hq, target: ImportTarget | NewTarget): Promise<Bypass> {
  if ("site" in target) {
    return { hq, workspace: target.site.workspaceId, gates: ["sites", "payment"] };
  }
  const { workspaceId } = await findSite(hq.database, target.siteId);
  return { hq, workspace: workspaceId, gates: ["cms"] };
}

function failure({ failed }: ImportReport): CmsError {
  const files = new Set(failed.map(({ path }) => path)).size;
  const message = `${countOf(files, "file")} could not be imported.`;
  return new CmsError("invalid", message, { issues: failed });
}

/** `hq import <zip>`: creates a site from an export. */
async function runZipImport(
  file: string,
  terminal: Terminal,
  options: ImportCommandOptions,
): Promise<void> {
  refuseFolderOptions(options);
  checkPresence(terminal, options);
  const { yes = false, dryRun = false, create: name, workspace, as, drafts = false } = options;
  const wanted = { name, workspace, as, drafts };
  const warned = async <T>(hq: Hq, work: () => Promise<T>): Promise<T> =>
    bypassRestrictions(terminal, { hq, workspace, gates: ["sites", "payment"] }, work);
  const readPlan = (): Promise<ExportImportReport> =>
    withHqReading(terminal, async (hq) =>
      warned(hq, async () => importZip(hq, file, { ...wanted, dryRun: true })),
    );
  if (!dryRun && !yes) {
    for (const line of render(await readPlan())) terminal.err(`${line}\n`);
    if (!(await confirm(terminal, "Import this?"))) {
      throw new CmsError("invalid", "Nothing was imported.");
    }
  }
  const report = dryRun
    ? await readPlan()
    : await withHq(terminal, async (hq) => {
        const work = async (): Promise<ExportImportReport> =>
          importZip(hq, file, { ...wanted, dryRun: false });
        return yes ? warned(hq, work) : work();
      });
  answer(terminal, options, { data: report, lines: render(report) });
  const { failed } = report.media;
  if (failed.length === 0) return;
  throw new CmsError("invalid", `${countOf(failed.length, "media file")} could not be imported.`, {
    issues: failed,
  });
}

/** An export already contains what these options specify. */
function refuseFolderOptions(options: ImportCommandOptions): void {
  for (const option of ["site", "map", "route", "svg", "publish", "draft", "media"] as const) {
    if (options[option] === undefined) continue;
    throw new CmsError("invalid", `--${option} is only for folders. A ZIP creates a new site.`);
  }
}

function render({
  site,
  exportedId,
  types,
  entries,
  published,
  media,
  notices,
  dryRun,
}: ExportImportReport): readonly string[] {
  const { records, missing, failed } = media;
  const id =
    site.id === exportedId ? site.id : `${site.id}, because ${exportedId} is already in use`;
  return [
    `${dryRun ? "Would import" : "Imported"} ${site.name} (${id}): ${countOf(types, "type")}, ${countOf(entries, "entry", "entries")}, ${countOf(records, "media record")}; ${published ? "published content included" : "all as drafts"}.`,
    ...(missing.length === 0
      ? []
      : [`note: The ZIP does not contain ${countOf(missing.length, "media file")}.`]),
    ...[...notices, ...failed].map(({ message }) => `note: ${message}`),
  ];
}

/** Options of `hq import`. */
interface ImportCommandOptions extends JsonOption, SiteChoice {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly map?: string;
  readonly route?: readonly string[];
  readonly svg?: SvgRule;
  readonly publish?: boolean;
  readonly draft?: readonly string[];
  readonly drafts?: boolean;
  readonly media?: string;
}

/**
 * Reads the map file of `hq import --map`.
 *
 * @throws CmsError `not_found`, `invalid_map` with the line
 */
async function readMapFile(path: string): Promise<ImportMap> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CmsError("not_found", `Cannot read the map file ${path}.`, { cause });
  });
  return parseImportMap(text, path);
}

/** @throws CmsError `invalid` without a terminal */
function checkPresence(
  { ask }: Terminal,
  { yes = false, dryRun = false }: ImportCommandOptions,
): void {
  if (dryRun || yes || ask !== undefined) return;
  const message =
    "Cannot ask for confirmation without a terminal. Check the import with --dry-run, then use --yes.";
  throw new CmsError("invalid", message);
}

const SHOWN = 20;

/** Renders the content types to be created, for confirmation: one table per collection. */
function renderPlan(report: ImportReport): string[] {
  return [
    `${report.folder} (${report.layout})`,
    ...report.collections.flatMap(renderCollection),
    "",
    ...renderRoutes(report),
    ...renderChanges(report),
    ...renderComponents(report),
    ...renderNotices(report),
    ...renderSkipped(report),
    ...renderUnpublished(report),
    ...report.failed.map(({ path, line, message }) => {
      const place = [path, line].filter((part) => part !== undefined).join(":");
      return `not imported: ${place}: ${message}`;
    }),
  ];
}

/** Renders the result of an import. */
function renderReport(report: ImportReport): string[] {
  const { published, commit } = report;
  return [
    ...report.collections.map(renderSummary),
    ...renderRoutes(report),
    ...renderChanges(report),
    ...renderComponents(report),
    ...renderNotices(report),
    ...renderSkipped(report),
    ...renderUnpublished(report),
    commit === undefined ? "Nothing changed." : `Commit ${commit}.`,
    ...(published === undefined
      ? []
      : [
          `Published ${countOf(published.count, "entry", "entries")}; ${countOf(published.refused.length, "problem")}, ${countOf(published.warnings.length, "warning")}.`,
        ]),
    ...(published?.refused ?? [])
      .slice(0, SHOWN)
      .map(({ path, message }) => `not published: ${path ?? ""} ${message}`),
    ...(published?.warnings ?? [])
      .slice(0, SHOWN)
      .map(({ path, message }) => `published with a warning: ${path ?? ""} ${message}`),
  ];
}

/** Renders what `hq publish --all` skips. */
function renderUnpublished({ entries }: ImportReport): string[] {
  const draftEntries = entries.filter(({ draft }) => draft);
  if (draftEntries.length === 0) return [];
  const rest = draftEntries.length - SHOWN;
  return [
    `Not published with the rest, because the source keeps ${draftEntries.length === 1 ? "it" : "them"} off its site:`,
    ...draftEntries.slice(0, SHOWN).map(({ path, type, slug }) => `  ${type}/${slug} (${path})`),
    ...(rest > 0 ? [`  … and ${rest} more; --json lists all`] : []),
  ];
}

function renderCollection(collection: ImportedCollection): string[] {
  const rows = collection.fields.map(({ key, apiId, type, multiple, to, values }) => [
    `  ${key}`,
    apiId,
    `${type}${multiple ? ", multiple" : ""}${to === undefined ? "" : ` → ${to.join(", ")}`}`,
    countOf(values, "value"),
  ]);
  return ["", renderSummary(collection), ...columns([["  KEY", "FIELD", "TYPE", ""], ...rows])];
}

function renderSummary({ name, apiId, kind, entries, drafts, type }: ImportedCollection): string {
  const draftNote = drafts === 0 ? "" : `, ${countOf(drafts, "draft")}`;
  return `${name} → ${apiId} (${kind}, type ${type}): ${countOf(entries, "entry", "entries")}${draftNote}`;
}

const ROUTE_FROM: Readonly<Record<ImportedRoute["from"], string>> = {
  site: "from site.yml",
  given: "from --route",
  framework: "from the old site",
  default: "default",
};

/**
 * Renders the URL paths used for links between entries. They can be changed with `--route`, or later with
 * `hq site set`.
 */
function renderRoutes({ routes }: ImportReport): string[] {
  const rows = routes.map(({ apiId, route, from, apart }) => {
    const others = apart === 0 ? "" : `, ${apart} with their own URL path`;
    return [`  ${apiId}`, route, `${ROUTE_FROM[from]}${others}`];
  });
  return rows.length === 0 ? [] : ["URL paths of entries:", ...columns(rows)];
}

function renderChanges({ entries, media, links }: ImportReport): string[] {
  const count = (change: string): number =>
    entries.filter((entry) => entry.change === change).length;
  return [
    `Entries: ${count("created")} new, ${count("changed")} changed, ${count("unchanged")} unchanged. Media files: ${media.total}, ${media.added} new.`,
    ...(links.internal === 0
      ? []
      : [
          `Links inside the site: ${links.internal}, of which ${links.resolved} lead to imported content.`,
        ]),
  ];
}

/** Renders what MDX pages require from a site that shows them. */
function renderComponents({ components }: ImportReport): string[] {
  if (components.length === 0) return [];
  const message =
    "MDX is kept as text. A site that shows it needs the components used in its files:";
  return [
    `note: ${message}`,
    ...firstOf(components, ({ name, files }) => `${name} (${countOf(files, "file")})`),
  ];
}

/** Renders each notice once with its first location, because thousands of files can have the same one. */
function renderNotices({ notices }: ImportReport): string[] {
  return notices.flatMap(({ message, places }) => [
    `note (${countOf(places.length, "place")}): ${message}`,
    ...firstOf(places, ({ path, line, field, about }) => {
      const place = [field ?? path, line].filter((part) => part !== undefined).join(":");
      return about === undefined ? place : `${place}: ${about}`;
    }),
  ]);
}

/** Renders what was skipped, grouped by reason. A folder represents all its files. */
function renderSkipped({ skipped }: ImportReport): string[] {
  return skipped.flatMap(({ message, count, places }) => [
    `skipped ${count}: ${message}`,
    ...firstOf(places, ({ path, count: files }) => {
      return files === 1 ? path : `${path} (${countOf(files, "file")})`;
    }),
  ]);
}

function firstOf<T>(places: readonly T[], print: (place: T) => string): string[] {
  const more = places.length - SHOWN;
  const rest = more > 0 ? [`  … and ${more} more; use --json to list all`] : [];
  return [...places.slice(0, SHOWN).map((place) => `  ${print(place)}`), ...rest];
}
