import { resolve } from "node:path";
import { CmsError, countOf, type Issue } from "@loam/cms-core";
import { answer, columns, type JsonOption } from "@loam/cms-core/program";
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
  repairOrReport,
} from "./check-stored.ts";

interface CheckOptions extends JsonOption {
  readonly deep?: boolean;
}

interface RepairOptions extends CheckOptions {
  readonly from?: string;
}

type Checked<Report> = Report & { readonly site: string; readonly name: string };

const DEEP = "Also read every file in media storage and every object in a bucket";

/** `hq verify`: checks public files, repositories, media, the database, and the audit log. */
export function defineVerifyCommand(command: Command, terminal: Terminal): void {
  command.option("--deep", DEEP).action(async (name: string | undefined, options: CheckOptions) => {
    const { control, sites, media } = await withHqReading(terminal, async (hq) => ({
      control: name === undefined ? await checkControl(hq) : undefined,
      // First, so that files it has read aren't read again for the comparison with public files.
      media: await checkMediaOf(hq, name, { ...options, terminal }),
      sites: await checkSites(hq, name, { ...options, terminal, check: verifyPublicFiles }),
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
}

/** `hq repair`: restores damaged media and repositories, and rewrites public files. */
export function defineRepairCommand(command: Command, terminal: Terminal): void {
  command
    .option("--deep", DEEP)
    .option("--from <backup>", "Backup file to restore missing data from")
    .action(async (name: string | undefined, options: RepairOptions) => {
      const from = options.from && resolve(terminal.folder, options.from);
      const { stored, sites } = await withHq(terminal, async (hq) => {
        const siteId = name === undefined ? undefined : (await findSite(hq.database, name)).id;
        const repaired = await repairStored(hq, { siteId, from });
        // Open sites have damaged data in memory.
        for (const { site } of repaired.repositories) await hq.opened?.reopen(site);
        const check = repairOrReport;
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

/** One site after another, because rendering one uses the whole machine. */
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
    err(`${name}: checked ${checked} of ${countOf(total, "file")}\n`);
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
    return [`${name} (${site}): the repository is damaged.`, ...named];
  if (otherAddress !== undefined) {
    return [
      `${name} (${site}): ${countOf(files, "file")}, all as published for ${otherAddress.files}, but ${otherAddress.configured} is configured.`,
      ...named,
    ];
  }
  if (findings.length === 0)
    return [`${name} (${site}): ${countOf(files, "file")}, no problems.`, ...named];
  const behind =
    commit === standing ? "" : " The files belong to another commit and are not up to date yet.";
  return [
    `${name} (${site}): ${countOf(findings.length, "problem")} in ${countOf(files, "file")}.${behind}`,
    ...renderFindings(findings),
    ...named,
  ];
}

/** These problems don't affect serving: each only prevents its own file from being edited or published. */
function renderProblems(problems: readonly Issue[]): readonly string[] {
  if (problems.length === 0) return [];
  const lines = problems.map(({ path = "", message }) =>
    message.includes(path) ? `  ${message}` : `  ${path}: ${message}`,
  );
  return [
    `  ${countOf(problems.length, "problem")} in the working content:`,
    ...lines.map((line) => `  ${line}`),
  ];
}

function renderRepaired(report: Checked<SiteRepair>): string[] {
  const { site, name, files, followed, mended, left, failed } = report;
  if (failed !== undefined)
    return [`${name} (${site}): the public files were not changed. ${failed}`];
  const rest = left.length === 0 ? "all as published" : `${countOf(left.length, "problem")} left`;
  return [
    `${name} (${site}): repaired ${mended.length} of ${countOf(files, "file")}, caught up on ${countOf(followed, "change")}; ${rest}.`,
    ...renderFindings(mended).map((line) => `${line} (repaired)`),
    ...renderFindings(left),
  ];
}

/** Description of each kind of finding. */
const WORDS: Readonly<Record<FileFinding["kind"], string>> = {
  missing: "missing",
  altered: "changed",
  extra: "extra",
  headers: "wrong headers",
  media_missing: "missing from media storage",
  media_altered: "changed in media storage",
};

function renderFindings(findings: readonly FileFinding[]): readonly string[] {
  return columns(findings.map(({ kind, path }) => [`  ${WORDS[kind]}`, path]));
}

function renderControl(control: ControlCheck | undefined): readonly string[] {
  if (control === undefined) return [];
  const { database, skills, audit } = control;
  const isIntact = database.length === 0;
  return [
    `Control database: ${isIntact ? "no problems" : "damaged"}.`,
    ...database.map((line) => `  ${line}`),
    ...(isIntact ? [`Audit log: ${describeAudit(audit)}.`] : []),
    ...(skills.length > 0 ? ["Skills: damaged.", ...skills.map((line) => `  ${line}`)] : []),
  ];
}

function describeAudit(audit: AuditCheck | undefined): string {
  if (audit === undefined) return "not verified, because the key that signs it is missing";
  const { records, brokenAt } = audit;
  if (brokenAt === undefined) return `${countOf(records, "record")} verified`;
  return `record ${brokenAt} was changed after it was written; records before it: ${records}, unchanged`;
}

/** Reports first what no command here can repair. */
function refuseDamage(
  control: ControlCheck | undefined,
  sites: readonly Checked<SiteVerification>[],
): void {
  if (control !== undefined && control.database.length > 0) {
    const message = "The control database is damaged. Restore it from a backup.";
    throw new CmsError("data_dir_unusable", message);
  }
  const damaged = sites.filter(({ damage }) => damage.length > 0);
  if (damaged.length > 0) {
    throw new CmsError(
      "repository_broken",
      `The repository of ${damaged.map(({ name }) => name).join(", ")} is damaged. hq repair rebuilds what Git can rebuild. hq repair --from <backup> restores the rest from a backup.`,
    );
  }
  if (control !== undefined && control.skills.length > 0) {
    const message = "A skill repository is damaged. Restore it from a backup.";
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
      ? "Public files were written for another URL. Set LOAM_BASE_URL, LOAM_PORT, and LOAM_PUBLIC_STORAGE_URL to the server's values, or run hq repair to rewrite the files."
      : `${countOf(length, "public file")} ${length === 1 ? "does" : "do"} not match what is published. Run hq repair to rewrite ${length === 1 ? "it" : "them"}.`,
  );
}

function refuseLeft(left: readonly FileFinding[]): void {
  if (left.length === 0) return;
  throw new CmsError(
    "files_differ",
    `${countOf(left.length, "problem")} cannot be repaired. Restore the missing files to media storage.`,
  );
}
