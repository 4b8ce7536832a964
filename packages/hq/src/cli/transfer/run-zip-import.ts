import { CmsError } from "@loam/cms-core";
import type { ExportImportReport } from "@loam/cms-core/export";
import { importZip } from "../../content/transfer/import-zip.ts";
import { answer } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { checkPresence } from "./check-presence.ts";
import { confirm } from "./confirm.ts";
import type { ImportCommandOptions } from "./import-command-options.ts";

/** `hq import <zip>`: a site out of an export. */
export async function runZipImport(
  file: string,
  terminal: Terminal,
  options: ImportCommandOptions,
): Promise<void> {
  refuseFolderOptions(options);
  checkPresence(terminal, options);
  const { yes = false, dryRun = false, create: name, workspace, as, drafts = false } = options;
  const wanted = { name, workspace, as, drafts };
  const look = (): Promise<ExportImportReport> =>
    withHqReading(terminal, (hq) => importZip(hq, file, { ...wanted, dryRun: true }));
  if (!dryRun && !yes) {
    for (const line of render(await look())) terminal.err(`${line}\n`);
    if (!(await confirm(terminal, "Import this?"))) {
      throw new CmsError("invalid", "Nothing was imported.");
    }
  }
  const report = dryRun
    ? await look()
    : await withHq(terminal, (hq) => importZip(hq, file, { ...wanted, dryRun: false }));
  answer(terminal, options, { data: report, lines: render(report) });
  const { failed } = report.media;
  if (failed.length === 0) return;
  throw new CmsError("invalid", `${failed.length} media files were not imported.`, {
    issues: failed,
  });
}

/** What is said of a folder's content is in an export already. */
function refuseFolderOptions(options: ImportCommandOptions): void {
  for (const option of ["site", "map", "publish", "draft", "media"] as const) {
    if (options[option] === undefined) continue;
    throw new CmsError("invalid", `--${option} is for folders; a ZIP makes a site of its own.`);
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
  const id = site.id === exportedId ? site.id : `${site.id}, since ${exportedId} is taken here`;
  return [
    `${dryRun ? "Would import" : "Imported"} ${site.name} (${id}): ${types} types, ${entries} entries, ${records} media records; ${published ? "with what is published" : "all as drafts"}.`,
    ...(missing.length === 0 ? [] : [`note: ${missing.length} media files are not in the ZIP.`]),
    ...[...notices, ...failed].map(({ message }) => `note: ${message}`),
  ];
}
