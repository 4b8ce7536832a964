import type { GitRepository, RefMove } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import { nameBranch } from "../../../content/changes/change-branch.ts";
import {
  type Change,
  findChangeOf,
  insertChange,
  recordBranchMove,
  setPusher,
} from "../../../content/changes/changes.ts";
import { endedLines } from "../../../content/changes/end-change.ts";
import { recordPushedMerges } from "../../../content/changes/find-merged.ts";
import { type Placed, PROPOSE_REF, type Push } from "../../../git/git-place.ts";
import { issueLine } from "../../../git/issue-line.ts";
import { type ChangeText, readChangeText } from "../../../git/read-change-text.ts";
import type { Hq } from "../../../platform/hq.ts";
import { checkNewFiles } from "../check-push.ts";
import type { SkillStore } from "../skill-store.ts";
import { recordSkillAuthors } from "../trust/skill-reviews.ts";
import { authorsOfChange } from "./authors-of-change.ts";
import { checkSkillMerge } from "./merge-skills.ts";

const HEADS = "refs/heads/";
const MAX_SHOWN = 20;

interface Pushed {
  readonly workspaceId: string;
  readonly store: SkillStore;
  /** User id. */
  readonly by: string;
}

interface Proposed extends ChangeText {
  readonly branch: string;
  readonly number: number;
}

/** Handles pushes to branches of skills other than `main`, which become change requests. */
export interface SkillPushHandler {
  /** Returns the target of each pushed ref, or why it is rejected. */
  place(push: Push): Promise<Placed>;
  /** Returns the problems, one line each. */
  check(move: RefMove, incoming: GitRepository): Promise<readonly string[]>;
  /** Returns the lines to show to the pusher. */
  landed(move: RefMove): Promise<readonly string[]>;
  /** Marks change requests as merged if a push brought them into `main`. Returns the lines to show to the pusher. */
  mainLanded(move: RefMove): Promise<readonly string[]>;
}

/** Creates the handler for one push. */
export function createSkillPushHandler(
  { database, now }: Pick<Hq, "database" | "now">,
  { workspaceId, store, by }: Pushed,
): SkillPushHandler {
  const { repository } = store;
  const owner = { workspaceId };
  let proposed: Proposed | undefined;

  async function placeOne(
    move: RefMove,
    { incoming, options }: Push,
  ): Promise<RefMove | { readonly line: string }> {
    const { ref, to } = move;
    const main = await repository.resolveRef(MAIN);
    const base = main && (await incoming.mergeBase(main, to));
    if (base === undefined) {
      return { line: `${ref}: no commit in common with main. Start the branch from main.` };
    }
    if (ref !== PROPOSE_REF) return move;
    if (base === to) return { line: `${ref}: no changes compared to main.` };
    const text = await readChangeText(incoming, { base, to }, options);
    proposed = { ...text, ...(await nameBranch(database, repository, { owner, ...text })) };
    return { ref: proposed.branch, from: null, to };
  }

  return {
    async place(push) {
      const moves: RefMove[] = [];
      for (const move of push.moves) {
        const placed = move.ref === MAIN ? move : await placeOne(move, push);
        if ("line" in placed) return { lines: [placed.line], refusal: "not a change request" };
        moves.push(placed);
      }
      return { moves };
    },
    async check({ ref: branch, from, to }, incoming) {
      const main = await repository.resolveRef(MAIN);
      const before = from ?? (main && (await incoming.mergeBase(main, to)));
      const issues = await checkNewFiles(incoming, before, to);
      if (issues.length === 0) await setPusher(database, { repository: workspaceId, branch }, by);
      return issues.map((issue) => issueLine(issue));
    },
    async landed({ ref: branch }) {
      const isNew = branch === proposed?.branch;
      const change =
        isNew && proposed !== undefined
          ? await insertChange(database, { ...proposed, owner, by }, { now })
          : await findChangeOf(database, workspaceId, branch);
      const name = branch.slice(HEADS.length);
      if (change === undefined) return [howToPropose(name)];
      if (!isNew) await recordBranchMove(database, change, { by, now });
      const head = `Change request ${change.number}: ${change.title}`;
      return [head, `Its branch is ${name}.`, ...(await checkBranch(repository, branch))];
    },
    async mainLanded({ from, to }) {
      if (from === null) return [];
      const parts = { database, repository };
      const ended = await recordPushedMerges(parts, workspaceId, { from, to, by, now });
      return endedLines("merged", await addAuthors(database, { workspaceId, store }, ended, to));
    },
  };
}

function howToPropose(branch: string): string {
  return `To open a change request: git push origin ${branch}:${PROPOSE_REF}`;
}

/** Authors of merged branches are authors of the resulting versions. */
async function addAuthors(
  database: Hq["database"],
  { workspaceId, store }: Pick<Pushed, "workspaceId" | "store">,
  changes: readonly Change[],
  commit: string,
): Promise<readonly Change[]> {
  const { current } = await store.follow();
  const created = [...current.values()].filter((version) => version.commit === commit);
  for (const change of changes) {
    const users = await authorsOfChange(database, workspaceId, change);
    for (const { tree: place } of created) {
      await recordSkillAuthors(database, { workspaceId, place, users });
    }
  }
  return changes;
}

/** Returns the reasons why the branch cannot be merged as is. */
async function checkBranch(repository: GitRepository, branch: string): Promise<readonly string[]> {
  const tip = await repository.resolveRef(branch);
  if (tip === undefined) return [];
  const { conflicts, issues } = await checkSkillMerge(repository, tip);
  const lines = [
    ...conflicts.map(({ file }) => `${file}: conflict: main also changed it.`),
    ...issues.map((issue) => issueLine(issue)),
  ];
  if (lines.length === 0) return [];
  return ["This change request cannot be merged yet:", ...lines.slice(0, MAX_SHOWN)];
}
