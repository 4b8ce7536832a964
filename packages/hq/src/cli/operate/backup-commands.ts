import { resolve } from "node:path";
import { CmsError, countOf, sizeOf } from "@loam/cms-core";
import { answer, type JsonOption } from "@loam/cms-core/program";
import type { Command } from "commander";
import { backUp, type BackUpReport } from "../../operate/backup/back-up.ts";
import type { MissingRepository } from "../../operate/backup/backup-manifest.ts";
import { restore, type RestoreReport } from "../../operate/backup/restore.ts";
import { type Terminal, terminalConfig } from "../../platform/terminal/terminal.ts";
import { withHqReading } from "../../platform/terminal/with-hq.ts";
import type { MediaFinding } from "../../sites/registry/check-media.ts";
import { refuseMedia, renderMedia } from "./check-stored.ts";

interface BackupOptions extends JsonOption {
  readonly force?: boolean;
  readonly withKeys?: boolean;
}

/** Often enough to show progress. */
const FILES_BETWEEN = 1000;

/** `hq backup`: everything that cannot be derived, in one file. */
export function defineBackupCommand(command: Command, terminal: Terminal): void {
  command
    .option("--force", "Overwrite the file if it exists")
    .option("--with-keys", "Include the key that decrypts secrets in the database")
    .action(async (file: string, options: BackupOptions) => {
      const { force = false, withKeys = false } = options;
      const report = await withHqReading(terminal, (hq) =>
        backUp(hq, {
          file: resolve(terminal.folder, file),
          force,
          withKeys,
          onFile: progressTo(terminal),
        }),
      );
      answer(terminal, options, { data: report, lines: renderBackup(report, { withKeys }) });
      refuseIncomplete(report.missing, report.media);
    });
}

/** `hq restore`: a backup into an empty data folder. */
export function defineRestoreCommand(command: Command, terminal: Terminal): void {
  command.action(async (file: string, options: JsonOption) => {
    const report = await restore(terminalConfig(terminal), resolve(terminal.folder, file));
    answer(terminal, options, { data: report, lines: renderRestore(report) });
    refuseIncomplete(report.missing, report.mediaFindings);
  });
}

/** The rest is in the backup, but nightly jobs must notice what is missing. @throws CmsError */
function refuseIncomplete(
  missing: readonly MissingRepository[],
  media: readonly MediaFinding[],
): void {
  if (missing.length > 0) {
    const names = missing.map(({ folder, id }) => `${folder}/${id}.git`).join(", ");
    throw new CmsError(
      "repository_broken",
      `${names} could not be read completely, so the backup does not contain it. Everything else is in the backup. Run hq verify to see what is damaged.`,
    );
  }
  refuseMedia(media);
}

function renderMissing(missing: readonly MissingRepository[]): readonly string[] {
  return missing.map(
    ({ folder, id, reason }) => `Not in the backup: ${folder}/${id}.git. ${reason}`,
  );
}

function progressTo({ err }: Terminal): (count: number, path: string) => void {
  return (count, path) => {
    if (count % FILES_BETWEEN === 0) err(`${countOf(count, "file")} … ${path}\n`);
  };
}

function renderBackup(
  { file, byteSize, files, sites, missing, media, createdAt, database, mediaAt }: BackUpReport,
  { withKeys }: { readonly withKeys: boolean },
): readonly string[] {
  return [
    `Backed up ${countOf(sites.length, "site")} as of ${createdAt} to ${file} (${countOf(files, "file")}, ${sizeOf(byteSize)}, verified).`,
    ...renderMissing(missing),
    ...renderMedia(media),
    ...(database === "postgres"
      ? ["The backup does not contain the PostgreSQL database. Back it up with pg_dump."]
      : []),
    ...(mediaAt === undefined
      ? []
      : [`The backup does not contain media. They are at ${mediaAt}.`]),
    ...(withKeys
      ? []
      : [
          "The backup does not contain the secret key. Back up LOAM_SECRET_KEY or secret.key separately.",
        ]),
  ];
}

function renderRestore(report: RestoreReport): readonly string[] {
  const { dataFolder, createdAt, sites, media, publicFiles, mediaAt, hasKey } = report;
  return [
    `Restored ${countOf(sites, "site")} as of ${createdAt} into ${dataFolder}: ${countOf(media, "media file")}, ${countOf(publicFiles, "public file")}.`,
    ...renderMissing(report.missing),
    ...renderMedia(report.mediaFindings),
    ...(mediaAt === undefined
      ? []
      : [
          `The backup does not contain media. They were at ${mediaAt}. Set LOAM_MEDIA_STORAGE to that place, or to a copy, and run hq repair.`,
        ]),
    ...(hasKey
      ? []
      : [
          "No secret key was restored. Before the next start, put the old secret.key into the data folder, or two-factor authentication and other secrets will not work.",
        ]),
  ];
}
