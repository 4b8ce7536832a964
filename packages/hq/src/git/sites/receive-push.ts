import type { RefMove } from "@loam/cms-core/git";
import { MAIN, type SiteStore } from "@loam/cms-core/site";
import type { Logger } from "pino";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import type { TakeWrite } from "../../platform/limits/rate-limit.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import {
  type Placed,
  PROPOSE_REF,
  type Push,
  type PushReceiver,
  type Unplaced,
} from "../git-place.ts";
import { type PushedBranchHandler, branchRules } from "./push-branches.ts";
import { mainRules } from "./push-main.ts";
import { refusalOf, type RefRules } from "./ref-rules.ts";

export interface ReceiverDeps {
  readonly hq: Hq;
  readonly sites: SiteRegistry;
  readonly audit: Pick<AuditLog, "append">;
  /** A push counts as one write of its site. */
  readonly takeWrite: TakeWrite;
  readonly pushedBranches: PushedBranchHandler;
  readonly log: Logger;
}

export interface Pusher {
  readonly context: SiteContext;
  readonly address: string;
}

/** Limit of compressed data. Media files are in media storage (security notes, GIT-04). */
const MAX_PACK_BYTES = 200 * 1024 * 1024;

/** The rules for one push: those of saves for `main`, those of change requests for other branches. */
export function receiverOf(
  deps: ReceiverDeps,
  store: SiteStore,
  { context, address }: Pusher,
): PushReceiver {
  const { takeWrite, audit, pushedBranches, log } = deps;
  const { site, actor } = context;
  const [main, branches] = [mainRules(deps, store, context), branchRules(deps, store, context)];
  const rulesOf = ({ ref }: RefMove): RefRules => (ref === MAIN ? main : branches);
  return {
    maxPackBytes: MAX_PACK_BYTES,
    refuseRef: (ref) => refusalReason(context, ref),
    mayRewrite: (ref) => ref !== MAIN,
    mayRemove: (ref) => ref !== MAIN && ref !== PROPOSE_REF,
    async removing(branch) {
      const params = { site: site.id, branch, removed: "true" };
      await audit.append({ event: "site.pushed", actor, params, address });
      return pushedBranches.removing({ site, store, by: actor.userId, branch });
    },
    // Concurrent pushes to `refs/for/main` each get their own name.
    mayMerge: (ref) => ref === MAIN || ref === PROPOSE_REF,
    alone: (work) => store.alone(work),
    async place(push) {
      await store.refresh();
      return placeMoves(push, (move) => {
        const isLanding = move.ref === PROPOSE_REF && push.options.includes(LAND);
        if (isLanding && site.reviewRequired) return reviewFirst();
        return (isLanding ? main : rulesOf(move)).place(move, push);
      });
    },
    async check({ moves, incoming }) {
      const write = await takeWrite(site.id, () => undefined);
      let isTaken = false;
      try {
        const lines: string[] = [];
        for (const move of moves) lines.push(...(await rulesOf(move).check(move, incoming)));
        if (lines.length > 0) return lines;
        for (const move of moves) {
          await record(deps, { context, address }, move);
          await rulesOf(move).noting(move);
        }
        isTaken = true;
        return [];
      } finally {
        if (!isTaken) await write.giveBack();
      }
    },
    async landed(push) {
      try {
        const lines: string[] = [];
        for (const move of push.moves.toSorted(mainFirst)) {
          lines.push(...(await rulesOf(move).landed(move)));
        }
        return lines;
      } catch (error) {
        // The push is on disk. The next follow continues from there.
        log.error({ err: error, siteId: site.id }, "a push was not processed");
        return ["The push was saved. HQ will show it when it can read the site again."];
      }
    },
  };
}

/** If it cannot be recorded, the push is rejected. */
async function record(
  { audit }: Pick<ReceiverDeps, "audit">,
  { context: { site, actor }, address }: Pusher,
  { ref, to }: RefMove,
): Promise<void> {
  const params = { site: site.id, commit: to, ...(ref !== MAIN && { branch: ref }) };
  await audit.append({ event: "site.pushed", actor, params, address });
}

/** `git push -o land`: merges a push to `refs/for/main` into `main` immediately. */
const LAND = "land";

async function placeMoves(
  { moves }: Push,
  place: (move: RefMove) => Promise<RefMove | Unplaced> | Unplaced,
): Promise<Placed> {
  const placed: RefMove[] = [];
  for (const move of moves) {
    const found = await place(move);
    if ("refusal" in found) return found;
    if (placed.some(({ ref }) => ref === found.ref)) {
      return {
        lines: [`${found.ref}: push only one commit to it.`],
        refusal: "the same ref twice",
      };
    }
    placed.push(found);
  }
  return { moves: placed };
}

function reviewFirst(): Unplaced {
  const line = "This site requires review. Push without -o land.";
  return { lines: [line], refusal: "review required" };
}

function mainFirst(a: RefMove, b: RefMove): number {
  return Number(b.ref === MAIN) - Number(a.ref === MAIN);
}

function refusalReason({ site, actor, role }: SiteContext, ref: string): string | undefined {
  if (ref === "refs/heads/published")
    return `${ref}: only HQ writes what is live. Publish in the dashboard.`;
  if (ref === MAIN) {
    if (!site.reviewRequired) return undefined;
    return `${ref}: this site requires review. Open a change request: git push origin HEAD:${PROPOSE_REF}`;
  }
  if (ref !== PROPOSE_REF && !ref.startsWith("refs/heads/"))
    return `${ref}: you can only push branches and ${PROPOSE_REF}.`;
  return refusalOf({ actor, role }, "change.propose")?.message;
}
