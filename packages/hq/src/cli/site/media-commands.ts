import { countOf } from "@loam/cms-core";
import { answer, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import { type MediaSweep, sweepMediaStorage } from "../../sites/manage/sweep-media-storage.ts";

interface SweepCommandOptions extends JsonOption {
  readonly dryRun?: boolean;
}

/** `hq media sweep`: removes unused files from media storage. */
export function addMediaCommands(media: Command, terminal: Terminal): void {
  withJson(media.command("sweep"))
    .description("Mark files that no site uses, and delete those that have been unused for a week")
    .option("--dry-run", "Show what would be done, without changing anything")
    .action(async (options: SweepCommandOptions) => {
      const { dryRun = false } = options;
      const open = dryRun ? withHqReading : withHq;
      const report = await open(terminal, (hq) => sweepMediaStorage(hq, { dryRun }));
      answer(terminal, options, { data: report, lines: renderSweep(report) });
    });
}

function renderSweep({ dryRun, sites, marked, removed }: MediaSweep): string[] {
  const would = dryRun ? "would be " : "";
  return [
    ...removed.map((sha256) => `  ${would}removed  ${sha256}`),
    ...marked.map((sha256) => `  ${would}marked   ${sha256}`),
    `In ${countOf(sites, "site")}: ${countOf(removed.length, "unused file")} ${would}removed, ${marked.length} ${would}marked.`,
  ];
}
