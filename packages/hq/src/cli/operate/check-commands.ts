import { resolve } from "node:path";
import { CmsError, countOf, type Issue } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { FileFinding } from "@loam/cms-core/publish";
import type { Command } from "commander";
import { repairStored } from "../../operate/backup/repair-stored.ts";
import { checkControl, type ControlCheck } from "../../operate/doctor/check-control.ts";
import { type AuditCheck, refuseBroken } from "../../people/audit/audit-chain.ts";
import { findSite, listSites, type Site } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";
import {
  type SiteRepair,
  type SiteVerification,
  verifyPublicFiles,
} from "../../sites/registry/check-site.ts";
import {
  checkMediaOf,
  refuseMedia,
  refuseUnrestored,
  renderLost,
  renderMedia,
  renderStored,
  repairOrTell,
} from "./check-stored.ts";

interface CheckOptions extends JsonOption {
  readonly deep?: boolean;
}

interface RepairOptions extends CheckOptions {
  readonly from?: string;
}

type Checked<Report> = Report & { readonly site: string; readonly name: string };

const VERIFY =
  "compare public files with what is published, and check repositories, database and audit log";
const DEEP = "read every binary of media storage and every object of a bucket, too";

const REPAIR =
  "restore damaged media and repositories, and rewrite public files that differ from what is published";

/** `hq verify` and `hq repair`: whether public files are exactly what is published. */
export function addCheckCommands(program: Command, terminal: Terminal): void {
  withJson(program.command("verify"))
    .description(VERIFY)
    .argument("[site]", "id or name; every site unless given")
    .option("--deep", DEEP)
    .action(async (name: string | undefined, options: CheckOptions) => {
      const { control, sites, media } = await withHqReading(terminal, async (hq) => ({
        control: name === undefined ? await checkControl(hq) : undefined,
        sites: await checkSites(hq, name, { ...options, terminal, check: verifyPublicFiles }),
        media: await checkMediaOf(hq, name, { ...options, terminal }),
      }));
      const lines = [
        ...sites.flatMap(renderVerified),
        ...renderMedia(media),
        ...renderControl(control),
      ];
      answer(terminal, options, { data: { sites, media, ...control }, lines });
      refuseDamage(control, sites);
      refuseMedia(media);
      refuseFindings(sites);
    });
  withJson(program.command("repair"))
    .description(REPAIR)
    .argument("[site]", "id or name; every site unless given")
    .option("--deep", DEEP)
    .option("--from <backup>", "a file of hq backup, to restore from what is nowhere else")
    .action(async (name: string | undefined, options: RepairOptions) => {
      const from = options.from && resolve(terminal.folder, options.from);
      const { stored, sites } = await withHq(terminal, async (hq) => {
        const siteId = name === undefined ? undefined : (await findSite(hq.database, name)).id;
        const repaired = await repairStored(hq, { siteId, from });
        // What is open has what was damaged in memory.
        for (const { site } of repaired.repositories) await hq.opened?.reopen(site);
        const check = repairOrTell;
        return {
          stored: repaired,
          sites: await checkSites(hq, name, { ...options, terminal, check }),
        };
      });
      const lines = [...renderStored(stored), ...sites.flatMap(renderRepaired)];
      answer(terminal, options, { data: { sites, ...stored }, lines });
      refuseUnrestored(stored, sites);
      refuseLeft(sites.flatMap(({ left }) => left));
    });
}

interface SiteCheck<Report> extends CheckOptions {
  readonly terminal: Terminal;
  readonly check: (
    hq: Hq,
    options: {
      readonly siteId: string;
      readonly deep: boolean;
      readonly onChecked: (checked: number, total: number) => void;
    },
  ) => Promise<Report>;
}

/** One site after another: rendering one uses the whole machine. */
async function checkSites<Report>(
  hq: Hq,
  name: string | undefined,
  { deep = false, terminal, check }: SiteCheck<Report>,
): Promise<readonly Checked<Report>[]> {
  const sites =
    name === undefined ? await listSites(hq.database) : [await findSite(hq.database, name)];
  const reports: Checked<Report>[] = [];
  for (const site of sites) {
    const onChecked = showProgress(site, terminal);
    const report = await check(hq, { siteId: site.id, deep, onChecked });
    reports.push({ ...report, site: site.id, name: site.name });
  }
  return reports;
}

const PROGRESS_MS = 2000;

/** Reports the progress of long work every two seconds. */
function showProgress(
  { name }: Site,
  { err, signal }: Terminal,
): (checked: number, total: number) => void {
  let last = Date.now();
  return (checked, total) => {
    signal?.throwIfAborted();
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    err(`${name}: ${checked} of ${countOf(total, "file")} checked\n`);
  };
}

function renderVerified(report: Checked<SiteVerification>): string[] {
  const { site, name, files, commit, standing, findings, problems, damage, lost, otherAddress } =
    report;
  const named = [
    ...damage.map((line) => `  repository: ${line}`),
    ...renderLost(lost),
    ...renderProblems(problems),
  ];
  if (files === 0 && damage.length > 0)
    return [`${name} (${site}): its repository is damaged.`, ...named];
  if (otherAddress !== undefined) {
    return [
      `${name} (${site}): ${countOf(files, "file")}, all as published for ${otherAddress.files}; here ${otherAddress.configured} is configured.`,
      ...named,
    ];
  }
  if (findings.length === 0)
    return [`${name} (${site}): ${countOf(files, "file")}, all as published.`, ...named];
  const behind =
    commit === standing ? "" : " The files are of another commit: they have not followed yet.";
  return [
    `${name} (${site}): ${countOf(findings.length, "finding")} in ${countOf(files, "file")}.${behind}`,
    ...renderFindings(findings),
    ...named,
  ];
}

/** They keep nothing from being served: each of these files only itself from being edited or published. */
function renderProblems(problems: readonly Issue[]): readonly string[] {
  if (problems.length === 0) return [];
  const lines = problems.map(({ path = "", message }) =>
    message.includes(path) ? `  ${message}` : `  ${path}: ${message}`,
  );
  return [
    `  ${countOf(problems.length, "problem")} with working content:`,
    ...lines.map((line) => `  ${line}`),
  ];
}

function renderRepaired(report: Checked<SiteRepair>): string[] {
  const { site, name, files, followed, mended, left, failed } = report;
  if (failed !== undefined)
    return [`${name} (${site}): its public files stay as they are. ${failed}`];
  const rest = left.length === 0 ? "all as published" : `${countOf(left.length, "finding")} left`;
  return [
    `${name} (${site}): ${countOf(followed, "change")} caught up, ${countOf(mended.length, "finding")} mended in ${countOf(files, "file")}; ${rest}.`,
    ...renderFindings(mended).map((line) => `${line} (mended)`),
    ...renderFindings(left),
  ];
}

/** What each kind of finding is called in a line. */
const WORDS: Readonly<Record<FileFinding["kind"], string>> = {
  missing: "missing",
  altered: "altered",
  extra: "extra",
  headers: "served wrong",
  media_missing: "lost from media storage",
  media_altered: "altered in media storage",
};

function renderFindings(findings: readonly FileFinding[]): readonly string[] {
  return columns(findings.map(({ kind, path }) => [`  ${WORDS[kind]}`, path]));
}

function renderControl(control: ControlCheck | undefined): readonly string[] {
  if (control === undefined) return [];
  const { database, skills, audit } = control;
  const whole = database.length === 0;
  return [
    `Control database: ${whole ? "whole" : "damaged"}.`,
    ...database.map((line) => `  ${line}`),
    ...(whole ? [`Audit log: ${describeAudit(audit)}.`] : []),
    ...(skills.length > 0 ? ["Skills: damaged.", ...skills.map((line) => `  ${line}`)] : []),
  ];
}

function describeAudit(audit: AuditCheck | undefined): string {
  if (audit === undefined) return "not verified; the key that signs it is not there";
  const { records, brokenAt } = audit;
  if (brokenAt === undefined) return `${countOf(records, "record")}, each as it was written`;
  return `record ${brokenAt} is not as it was written; the ${records} before it are`;
}

/** The worst first: what no command here can mend. */
function refuseDamage(
  control: ControlCheck | undefined,
  sites: readonly Checked<SiteVerification>[],
): void {
  if (control !== undefined && control.database.length > 0) {
    const message = "The control database is damaged; restore it from a backup.";
    throw new CmsError("data_dir_unusable", message);
  }
  const damaged = sites.filter(({ damage }) => damage.length > 0);
  if (damaged.length > 0) {
    throw new CmsError(
      "repository_broken",
      `The repository of ${damaged.map(({ name }) => name).join(", ")} is damaged. hq repair rebuilds what git can make again; hq repair --from <backup> restores what a backup has.`,
    );
  }
  if (control !== undefined && control.skills.length > 0) {
    const message = "A repository of skills is damaged; restore it from a backup.";
    throw new CmsError("repository_broken", message);
  }
  if (control?.missingKey !== undefined) {
    throw new CmsError("data_dir_unusable", control.missingKey);
  }
  if (control?.audit !== undefined) refuseBroken(control.audit);
}

function refuseFindings(sites: readonly Checked<SiteVerification>[]): void {
  const found = sites.filter(({ findings }) => findings.length > 0);
  if (found.length === 0) return;
  const { length } = found.flatMap(({ findings }) => findings);
  throw new CmsError(
    "files_differ",
    found.every(({ otherAddress }) => otherAddress !== undefined)
      ? "Public files were written for another address; give LOAM_BASE_URL, LOAM_PORT and LOAM_PUBLIC_STORAGE_URL as the server has them, or hq repair writes the files anew."
      : `${countOf(length, "public file")} ${length === 1 ? "is" : "are"} not what is published; hq repair writes ${length === 1 ? "it" : "them"} anew.`,
  );
}

function refuseLeft(left: readonly FileFinding[]): void {
  if (left.length === 0) return;
  throw new CmsError(
    "files_differ",
    `${countOf(left.length, "finding")} cannot be mended from here: give media storage its binaries back.`,
  );
}
