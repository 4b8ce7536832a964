import { countOf, sizeOf } from "@loam/cms-core";
import { answer, type JsonOption } from "@loam/cms-core/program";
import type { Command } from "commander";
import { type ExportReport, exportSite } from "../../content/transfer/export-site.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHqReading } from "../../platform/terminal/with-hq.ts";

interface ExportCommandOptions extends JsonOption {
  readonly output?: string;
  readonly force?: boolean;
}

/** Often enough to show progress. */
const FILES_BETWEEN = 5000;

/** `hq export <site>`: a site as one ZIP. */
export function defineExportCommand(command: Command, terminal: Terminal): void {
  command
    .option(
      "-o, --output <file>",
      "File to write, or - for standard output (default: named after the site ID)",
    )
    .option("--force", "Overwrite the file if it exists")
    .action(async (site: string, options: ExportCommandOptions) => {
      const { output, force = false } = options;
      const report = await withHqReading(terminal, async (hq) => {
        const { id } = await findSite(hq.database, site);
        const { folder, pipe } = terminal;
        const onFile = progressTo(terminal);
        return exportSite(hq, id, { output, folder, force, pipe, onFile });
      });
      // Standard output is the ZIP itself.
      if (output === "-") terminal.err(renderReport(report));
      else answer(terminal, options, { data: report, lines: [renderReport(report).trimEnd()] });
    });
}

function progressTo({ err, signal }: Terminal): (count: number, path: string) => void {
  return (count, path) => {
    signal?.throwIfAborted();
    if (count % FILES_BETWEEN === 0) err(`${countOf(count, "file")} … ${path}\n`);
  };
}

function renderReport({ file = "standard output", byteSize, files, media }: ExportReport): string {
  const { bundled, notBundled, missing } = media;
  const left = notBundled === 0 ? "" : `; ${notBundled} beyond the limit are listed by URL`;
  const lost = missing.length === 0 ? "" : `; ${missing.length} missing: ${missing.join(", ")}`;
  return `Exported ${countOf(files, "file")} to ${file} (${sizeOf(byteSize)}). Media files: ${bundled}${left}${lost}.\n`;
}
