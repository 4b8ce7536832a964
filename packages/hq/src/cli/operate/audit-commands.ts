import { CmsError, countOf } from "@loam/cms-core";
import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import { type Command, InvalidArgumentError } from "commander";
import {
  pruneAudit,
  refuseBroken,
  renewAudit,
  verifyAudit,
} from "../../people/audit/audit-chain.ts";
import { type AuditRecord, countAuditBefore, listAudit } from "../../people/audit/audit-log.ts";
import { commandChain } from "../../people/audit/record-command.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { wholeNumber } from "../../platform/terminal/answer.ts";
import { confirm, noTerminalToConfirm } from "../../platform/terminal/confirm.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";

interface ListOptions extends JsonOption {
  readonly site?: string;
  readonly workspace?: string;
  readonly before?: number;
  readonly limit: number;
}

/** `hq audit list`, `verify`, `prune`, and `renew`. */
export function addAuditCommands(audit: Command, terminal: Terminal): void {
  withJson(audit.command("list"))
    .description("List audit records, newest first")
    .option("--site <site>", "Only this site: ID or name")
    .option("--workspace <workspace>", "Only this workspace: slug")
    .option("--before <number>", "Only records before this number", recordNumber)
    .option("--limit <number>", "Number of records", wholeNumber, 50)
    .action(async (options: ListOptions) => {
      const { site, workspace, before, limit } = options;
      const records = await withHqReading(terminal, async ({ database }) =>
        listAudit(database, {
          ...(site !== undefined && { siteId: (await findSite(database, site)).id }),
          ...(workspace !== undefined && {
            workspaceId: (await findWorkspace(database, workspace)).id,
          }),
          ...(before !== undefined && { before }),
          limit,
        }),
      );
      answer(terminal, options, { data: { records }, lines: columns(records.map(renderRecord)) });
    });
  addVerify(audit, terminal);
  addPrune(audit, terminal);
  addRenew(audit, terminal);
}

function addVerify(audit: Command, terminal: Terminal): void {
  withJson(audit.command("verify"))
    .description("Check that no record was changed, added, or removed by hand")
    .action(async (options: JsonOption) => {
      const found = await withHqReading(terminal, async (hq) =>
        verifyAudit(hq.database, await commandChain(hq)),
      );
      const { records, prunedTo, unverified = 0, brokenAt } = found;
      const pruned = prunedTo === 0 ? "" : ` Records up to ${prunedTo} were pruned.`;
      const renewed = ` ${unverified} from before the log was renewed ${unverified === 1 ? "is" : "are"} not verified.`;
      const line =
        brokenAt === undefined
          ? `${countOf(records, "record")} verified.${unverified > 0 ? renewed : pruned}`
          : `Record ${brokenAt} was changed after it was written. Records before it: ${records}, unchanged.`;
      answer(terminal, options, { data: found, lines: [line] });
      refuseBroken(found);
    });
}

interface PruneOptions extends JsonOption {
  readonly before: Date;
  readonly force?: boolean;
  readonly yes?: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Recent records might still be needed for investigations. */
const KEPT_DAYS = 30;

function addPrune(audit: Command, terminal: Terminal): void {
  withJson(audit.command("prune"))
    .description("Verify the log, then delete records from before a day")
    .requiredOption("--before <date>", "First day to keep: 2026-01-31", day)
    .option("--force", `Also delete records of the last ${KEPT_DAYS} days`)
    .option("-y, --yes", "Skip confirmation")
    .action(async (options: PruneOptions) => {
      const done = await withHq(terminal, async (hq) => {
        if (options.force !== true) refuseRecent(options.before, hq.now());
        if (options.yes !== true) await confirmPruning(terminal, hq, options.before);
        return pruneAudit(hq.database, options.before, await commandChain(hq));
      });
      const line = `Pruned ${countOf(done.pruned, "record")}. The log now starts after record ${done.prunedTo}.`;
      answer(terminal, options, { data: done, lines: [line] });
    });
}

/** @throws CmsError `invalid` */
function refuseRecent(before: Date, now: Date): void {
  const newest = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  if (before <= newest) return;
  const reason = before > now ? "is in the future" : `is less than ${KEPT_DAYS} days ago`;
  const latest = newest.toISOString().slice(0, 10);
  throw new CmsError(
    "invalid",
    `${before.toISOString().slice(0, 10)} ${reason}. Records of the last ${KEPT_DAYS} days are kept. Use ${latest} or an earlier day, or --force.`,
  );
}

/** @throws CmsError `invalid` without confirmation */
async function confirmPruning(terminal: Terminal, hq: Hq, before: Date): Promise<void> {
  if (terminal.ask === undefined) throw noTerminalToConfirm();
  const count = await countAuditBefore(hq.database, before);
  const records = countOf(count, "record");
  const until = before.toISOString().slice(0, 10);
  const question = `Permanently delete ${records} from before ${until} from the audit log?`;
  if (!(await confirm(terminal, question))) throw new CmsError("invalid", "Nothing was deleted.");
}

function addRenew(audit: Command, terminal: Terminal): void {
  withJson(audit.command("renew"))
    .description(
      "Restart the signatures of a log that cannot be verified, for example after a lost key; older records stay readable but unverified",
    )
    .action(async (options: JsonOption) => {
      const done = await withHq(terminal, async (hq) =>
        renewAudit(hq.database, await commandChain(hq)),
      );
      const line = `The log is verified from record ${done.renewedAfter + 1} on. Earlier records stay readable but are not verified.`;
      answer(terminal, options, { data: done, lines: [line] });
    });
}

function day(text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError("Enter a day in the form 2026-01-31.");
}

function recordNumber(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Enter the number of a record.");
}

function renderRecord(record: AuditRecord): readonly string[] {
  const { seq, at, event, outcome, times, userId, credential, address, target } = record;
  // Values from clients are printed as JSON, which contains no control characters.
  return [
    String(seq),
    at,
    event,
    times === 1 ? outcome : `${outcome} ×${times}`,
    userId ?? "-",
    credential ?? "-",
    address,
    JSON.stringify(target),
  ];
}
