import { CmsError } from "@loam/cms-core";
import type { Hq } from "../platform/hq.ts";
import type { Decision } from "./connection/report.ts";
import {
  addDecision,
  parseReport,
  requireUpstream,
  type UpstreamRow,
} from "./connection/upstreams.ts";

/**
 * Stores a user's decision about a branch. The next sync applies it if the upstream branch has not moved since.
 *
 * @throws CmsError `not_found`, `conflict` if there is no open question, `stale` if the upstream branch has moved,
 * `invalid`
 */
export async function decideUpstream(
  { database, now }: Pick<Hq, "database" | "now">,
  siteId: string,
  decided: Decision,
): Promise<void> {
  requireQuestion(await requireUpstream(database, siteId), decided);
  await addDecision(database, siteId, { decided, now: now() });
}

function requireQuestion(row: UpstreamRow, { branch, there, take }: Decision): void {
  const question = parseReport(row)?.branches.find(({ name }) => name === branch);
  if (question?.question == null) {
    throw new CmsError("conflict", `The branch ${branch} needs no decision.`);
  }
  if (question.there !== there) {
    const details = { base: there, current: question.there };
    throw new CmsError(
      "stale",
      `${branch} moved upstream since you loaded its state. Load it again.`,
      {
        details,
      },
    );
  }
  if (question.question.choices.some((choice) => choice === take)) return;
  const allowed = question.question.choices;
  throw new CmsError("invalid", `Choose one of: ${allowed.join(", ")}.`, {
    details: { allowed },
  });
}
