import type { GitRepository, RefMove } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/store";
import { nameBranch } from "../../../content/changes/change-branch.ts";
import { findChangeOf, insertChange, noteMoved } from "../../../content/changes/changes.ts";
import { endPushed } from "../../../content/changes/find-merged.ts";
import { PROPOSED } from "../../../git/git-place.ts";
import { issueLine } from "../../../git/issue-line.ts";
import { type ProposalWords, readProposal } from "../../../git/read-proposal.ts";
import type { Hq } from "../../../platform/hq.ts";
import { checkNewFiles } from "../check-push.ts";
import type { SkillStore } from "../skill-store.ts";
import { checkSkillMerge } from "./merge-skills.ts";

const HEADS = "refs/heads/";
const MOST_SHOWN = 20;

interface Pushed {
  readonly workspaceId: string;
  readonly store: SkillStore;
  /** User id. */
  readonly by: string;
}

interface Proposed extends ProposalWords {
  readonly branch: string;
  readonly number: number;
}

/** What becomes of a push to branches of skills besides `main`: change requests. */
export interface SkillProposals {
  /** What is wrong with it, a line for each problem. */
  check(move: RefMove, incoming: GitRepository): Promise<readonly string[]>;
  place(moves: readonly RefMove[]): readonly RefMove[];
  /** Lines for who pushed. */
  landed(move: RefMove): Promise<readonly string[]>;
  /** Ends what came to `main` with a push. Lines for who pushed. */
  mainLanded(move: RefMove): Promise<readonly string[]>;
}

/** Those of one push. */
export function takeSkillProposals(
  { database, now }: Pick<Hq, "database" | "now">,
  { workspaceId, store, by }: Pushed,
): SkillProposals {
  const { repository } = store;
  const owner = { workspaceId };
  let proposed: Proposed | undefined;
  return {
    async check({ ref, from, to }, incoming) {
      const main = await repository.resolveRef(MAIN);
      const base = main && (await incoming.mergeBase(main, to));
      if (base === undefined) {
        return [`${ref}: it has no commit in common with main; begin a branch at main.`];
      }
      if (ref === PROPOSED) {
        if (base === to) return [`${ref}: there is nothing in it that main has not.`];
        const words = await readProposal(incoming, { base, to });
        proposed = { ...words, ...(await nameBranch(database, repository, { owner, ...words })) };
      }
      return (await checkNewFiles(incoming, from ?? base, to)).map((issue) => issueLine(issue));
    },
    place: (moves) =>
      moves.map((move) => {
        return move.ref === PROPOSED ? { ...move, ref: proposed?.branch ?? move.ref } : move;
      }),
    async landed({ ref }) {
      const isNew = ref === PROPOSED && proposed !== undefined;
      const branch = isNew ? (proposed?.branch ?? ref) : ref;
      const change =
        isNew && proposed !== undefined
          ? await insertChange(database, { ...proposed, owner, by }, { now })
          : await findChangeOf(database, workspaceId, branch);
      const name = branch.slice(HEADS.length);
      if (change === undefined) {
        return [`To have it reviewed: git push origin ${name}:${PROPOSED}`];
      }
      if (!isNew) await noteMoved(database, change, { by, now });
      const head = `Change request ${change.number}: ${change.title}`;
      return [head, `Its branch is ${name}.`, ...(await lookAt(branch))];
    },
    async mainLanded({ from, to }) {
      if (from === null) return [];
      const parts = { database, repository };
      const ended = await endPushed(parts, workspaceId, { from, to, by, now });
      return ended.map(({ number, title }) => `Change request ${number} is merged: ${title}`);
    },
  };

  /** Says what keeps it from being merged as it is. */
  async function lookAt(branch: string): Promise<readonly string[]> {
    const tip = await repository.resolveRef(branch);
    if (tip === undefined) return [];
    const { conflicts, issues } = await checkSkillMerge(repository, tip);
    const lines = [
      ...conflicts.map(({ file }) => `${file}: conflict: main changed it, too.`),
      ...issues.map((issue) => issueLine(issue)),
    ];
    if (lines.length === 0) return [];
    return ["It cannot be merged as it is:", ...lines.slice(0, MOST_SHOWN)];
  }
}
