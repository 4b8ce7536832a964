import { CmsError } from "@loam/cms-core";
import { type Command, InvalidArgumentError } from "commander";
import { type AuditRecord, listAudit, verifyAudit } from "../../people/audit/audit-log.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import {
  answer,
  columns,
  type JsonOption,
  withJson,
  wholeNumber,
} from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHqReading } from "../../platform/terminal/with-hq.ts";

interface ListOptions extends JsonOption {
  readonly site?: string;
  readonly workspace?: string;
  readonly before?: number;
  readonly limit: number;
}

/** `hq audit list` and `hq audit verify`. */
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
  withJson(audit.command("verify"))
    .description("check that no record was changed, added or taken out by hand")
    .action(async (options: JsonOption) => {
      const found = await withHqReading(terminal, ({ database }) => verifyAudit(database));
      const { records, brokenAt } = found;
      const whole = brokenAt === undefined;
      const line = whole
        ? `${records} records, each as it was written.`
        : `Record ${brokenAt} is not as it was written; the ${records} before it are.`;
      answer(terminal, options, { data: found, lines: [line] });
      if (!whole)
        throw new CmsError("audit_broken", `The audit log is not whole at record ${brokenAt}.`);
    });
}

function recordNumber(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give the number of a record.");
}

function renderRecord(record: AuditRecord): readonly string[] {
  const { seq, at, event, outcome, userId, credential, address, target } = record;
  // What a caller sent is printed as JSON, which holds no control characters.
  return [
    String(seq),
    at,
    event,
    outcome,
    userId ?? "-",
    credential ?? "-",
    address,
    JSON.stringify(target),
  ];
}
