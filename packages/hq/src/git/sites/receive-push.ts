import type { RefMove } from "@loam/cms-core/git";
import { MAIN, type SiteStore } from "@loam/cms-core/store";
import type { Logger } from "pino";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import type { TakeWrite } from "../../platform/limits/rate-counters.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import { PROPOSED, type Push, type PushReceiver } from "../git-place.ts";
import { type Proposals, takeBranches } from "./push-branches.ts";
import { takeMain } from "./push-main.ts";
import { refusalOf } from "./ref-rules.ts";

export interface ReceiverDeps {
  readonly hq: Hq;
  readonly sites: SiteRegistry;
  readonly audit: Pick<AuditLog, "append">;
  /** A push counts as one write of its site. */
  readonly takeWrite: TakeWrite;
  readonly proposals: Proposals;
  readonly log: Logger;
}

export interface Pusher {
  readonly context: SiteContext;
  readonly address: string;
}

/** Of what is compressed; binaries are in media storage (security notes, GIT-04). */
const MAX_PACK_BYTES = 200 * 1024 * 1024;

/** The rules of one push: of `main`, those of the editor; of any other branch, those of a proposal. */
export function receiverOf(
  deps: ReceiverDeps,
  store: SiteStore,
  { context, address }: Pusher,
): PushReceiver {
  const { takeWrite, audit, log } = deps;
  const { site, actor } = context;
  const main = takeMain(deps, store, context);
  const branches = takeBranches(deps, store, context);
  return {
    maxPackBytes: MAX_PACK_BYTES,
    refuseRef: (ref) => whyNot(context, ref),
    mayRewrite: (ref) => ref !== MAIN,
    mayRemove: (ref) => ref !== MAIN && ref !== PROPOSED,
    place: ({ moves }) => branches.place(moves),
    async check(push) {
      const write = await takeWrite(site.id, () => undefined);
      let isTaken = false;
      try {
        await store.refresh();
        const lines: string[] = [];
        for (const move of push.moves) {
          const rules = move.ref === MAIN ? main : branches;
          lines.push(...(await rules.check(move, push.incoming)));
        }
        if (lines.length > 0) return lines;
        // What cannot be recorded does not happen.
        for (const { ref, to } of push.moves) {
          const params = { site: site.id, commit: to, ...(ref !== MAIN && { branch: ref }) };
          await audit.append({ event: "site.pushed", actor, params, address });
        }
        isTaken = true;
        return [];
      } finally {
        if (!isTaken) await write.giveBack();
      }
    },
    async landed(push) {
      try {
        return await landed(push);
      } catch (error) {
        // It is in. The next look at the site goes on from there.
        log.error({ err: error, siteId: site.id }, "a push was not followed");
        return ["It is in; HQ will show it when it can read the site again."];
      }
    },
  };

  async function landed({ moves }: Push): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const move of moves.toSorted(mainFirst)) {
      lines.push(...(move.ref === MAIN ? await main.landed(move) : await branches.landed(move)));
    }
    return lines;
  }
}

function mainFirst(a: RefMove, b: RefMove): number {
  return Number(b.ref === MAIN) - Number(a.ref === MAIN);
}

function whyNot({ site, actor, role }: SiteContext, ref: string): string | undefined {
  if (ref === "refs/heads/published")
    return `${ref}: HQ alone writes what is live; publish in the editor.`;
  if (ref === MAIN) {
    if (!site.reviewRequired) return undefined;
    return `${ref}: This site changes by change requests alone. Run: git push origin HEAD:${PROPOSED}`;
  }
  if (ref !== PROPOSED && !ref.startsWith("refs/heads/"))
    return `${ref}: only branches, and ${PROPOSED}, are pushed here.`;
  return refusalOf({ actor, role }, "change.propose")?.message;
}
