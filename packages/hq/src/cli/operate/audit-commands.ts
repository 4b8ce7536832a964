import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import { type Command, InvalidArgumentError } from "commander";
import {
  pruneAudit,
  refuseBroken,
  renewAudit,
  verifyAudit,
} from "../../people/audit/audit-chain.ts";
import { type AuditRecord, listAudit } from "../../people/audit/audit-log.ts";
import { commandChain } from "../../people/audit/record-command.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import { wholeNumber } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";

interface ListOptions extends JsonOption {
  readonly site?: string;
  readonly workspace?: string;
  readonly before?: number;
  readonly limit: number;
}

/** `hq audit list`, `verify`, `prune` and `renew`. */
export function addAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program.command("audit").description("what people did and tried");
  withJson(audit.command("list"))
    .description("list sensitive acts, the newest first")
    .option("--site <site>", "only on this one: id or name")
    .option("--workspace <workspace>", "only in this one, by slug")
    .option("--before <number>", "only records before this one", recordNumber)
    .option("--limit <number>", "how many", wholeNumber, 50)
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
    .description("check that no record was changed, added or taken out by hand")
    .action(async (options: JsonOption) => {
      const found = await withHqReading(terminal, async (hq) =>
        verifyAudit(hq.database, await commandChain(hq)),
      );
      const { records, prunedTo, unverified = 0, brokenAt } = found;
      const pruned = prunedTo === 0 ? "" : ` Those up to ${prunedTo} were pruned.`;
      const renewed = ` ${unverified} from before the log was renewed are not verified.`;
      const line =
        brokenAt === undefined
          ? `${records} records, each as it was written.${unverified > 0 ? renewed : pruned}`
          : `Record ${brokenAt} is not as it was written; the ${records} before it are.`;
      answer(terminal, options, { data: found, lines: [line] });
      refuseBroken(found);
    });
}

interface PruneOptions extends JsonOption {
  readonly before: Date;
}

function addPrune(audit: Command, terminal: Terminal): void {
  withJson(audit.command("prune"))
    .description("verify the log, and take out records older than a day")
    .requiredOption("--before <date>", "the first day that stays: 2026-01-31", day)
    .action(async (options: PruneOptions) => {
      const done = await withHq(terminal, async (hq) =>
        pruneAudit(hq.database, options.before, await commandChain(hq)),
      );
      const line = `Pruned ${done.pruned} records; the log begins after record ${done.prunedTo}.`;
      answer(terminal, options, { data: done, lines: [line] });
    });
}

function addRenew(audit: Command, terminal: Terminal): void {
  withJson(audit.command("renew"))
    .description(
      "have a log that cannot be verified begin anew, as after a lost key; its records stay, and are verified no more",
    )
    .action(async (options: JsonOption) => {
      const done = await withHq(terminal, async (hq) =>
        renewAudit(hq.database, await commandChain(hq)),
      );
      const line = `The log is verified from record ${done.renewedAfter + 1} on; those before it stay to be read.`;
      answer(terminal, options, { data: done, lines: [line] });
    });
}

function day(text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError("Give a day as 2026-01-31.");
}

function recordNumber(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give the number of a record.");
}

function renderRecord(record: AuditRecord): readonly string[] {
  const { seq, at, event, outcome, times, userId, credential, address, target } = record;
  // What a caller sent is printed as JSON, which holds no control characters.
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
