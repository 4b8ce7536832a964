import { countOf, type Issue } from "@loam/cms-core";
import type { FileKind, SiteStore } from "@loam/cms-core/site";
import type { Site } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import type { SiteServices } from "../../sites/services.ts";
import { nameBranch } from "./change-branch.ts";
import { type Change, findChangeOf, insertChange, recordBranchMove, setPusher } from "./changes.ts";
import { completeBranch } from "./complete-branch.ts";
import { endedLines, closeForRemovedBranch } from "./end-change.ts";
import { recordPushedMerges } from "./find-merged.ts";
import { recordUnvouchedFiles } from "./unvouched-files.ts";

const HEADS = "refs/heads/";
const MAX_SHOWN = 20;

interface PushedBranch {
  readonly site: Site;
  readonly store: SiteStore;
  readonly by: string;
  readonly branch: string;
  readonly proposed?: Pick<Change, "number" | "title" | "description" | "draft">;
}

/** Handles branches that are pushed with Git. */
export interface PushedChanges {
  name(
    store: SiteStore,
    siteId: string,
    title: string,
  ): Promise<{ readonly branch: string; readonly number: number }>;
  /** Called before a branch moves. */
  moving(
    moved: Pick<PushedBranch, "site" | "by" | "branch"> & {
      readonly unvouched: readonly FileKind[];
    },
  ): Promise<void>;
  /** Returns the lines to show to the pusher. */
  pushed(pushed: PushedBranch): Promise<readonly string[]>;
  /** Returns the lines to show to the pusher. */
  mainPushed(pushed: PushedMain): Promise<readonly string[]>;
  /** Called before a branch is removed. Returns the lines to show to the pusher. */
  removing(removed: RemovedBranch): Promise<readonly string[]>;
}

type RemovedBranch = Pick<PushedBranch, "site" | "store" | "by" | "branch">;

interface PushedMain extends Pick<PushedBranch, "site" | "store" | "by"> {
  readonly from: string;
  readonly to: string;
}

export function createPushedChanges(
  { hq, events }: Pick<SiteServices, "hq" | "events">,
  lineOf: (issue: Issue) => string,
): PushedChanges {
  return {
    name: (store, siteId, title) =>
      nameBranch(hq.database, store.repository, { owner: { siteId }, title }),
    async moving({ site, by, branch, unvouched: kinds }) {
      await recordUnvouchedFiles(hq.database, { siteId: site.id, branch, userId: by, kinds });
      await setPusher(hq.database, { repository: site.id, branch }, by);
    },
    async pushed(pushed) {
      const { site, by, branch, proposed } = pushed;
      const change =
        proposed === undefined
          ? await findChangeOf(hq.database, site.id, branch)
          : await insertChange(
              hq.database,
              { ...proposed, owner: { siteId: site.id }, branch, by },
              hq,
            );
      const name = branch.slice(HEADS.length);
      if (change === undefined) {
        return [`To open a change request: git push origin ${name}:refs/for/main`];
      }
      if (proposed === undefined) {
        await recordBranchMove(hq.database, change, { by, now: hq.now });
      }
      events.announce(site.id, proposed === undefined ? "change.updated" : "change.opened");
      const head = `Change request ${change.number}: ${change.title}`;
      return [
        head,
        `Its branch is ${name}.`,
        ...(await checkPushedBranch(pushed, { now: hq.now, lineOf })),
      ];
    },
    async mainPushed({ site, store: { repository }, by, from, to }) {
      const parts = { database: hq.database, repository };
      const ended = await recordPushedMerges(parts, site.id, { from, to, by, now: hq.now });
      if (ended.length > 0) events.announce(site.id, "change.merged");
      return endedLines("merged", ended);
    },
    async removing({ site, store: { repository }, by, branch }) {
      const parts = { database: hq.database, repository, by, now: hq.now };
      const closed = await closeForRemovedBranch(parts, site.id, branch);
      if (closed.length > 0) events.announce(site.id, "change.closed");
      return endedLines("closed", closed);
    },
  };
}

interface CheckContext extends Pick<Hq, "now"> {
  readonly lineOf: (issue: Issue) => string;
}

/** Completes the branch and returns the reasons why it cannot be merged as is. */
async function checkPushedBranch(
  { site, store, branch }: PushedBranch,
  { now, lineOf }: CheckContext,
): Promise<readonly string[]> {
  const tip = await store.repository.resolveRef(branch);
  if (tip === undefined) return [];
  const checked = await store.checkMerge(tip);
  const { conflicts, issues } = checked;
  const count = await completeBranch(store, { siteId: site.id, branch, checked, now });
  const entries = countOf(count, "entry", "entries");
  const name = branch.slice(HEADS.length);
  const completed = count === 0 ? [] : [`HQ completed ${entries}. Run: git pull origin ${name}`];
  const hints = checked.hints.slice(0, MAX_SHOWN).map(lineOf);
  const lines = [
    ...conflicts.map(
      ({ file, path }) => `${file}: conflict: main also changed ${path || "this file"}.`,
    ),
    ...issues.map(lineOf),
  ];
  if (lines.length === 0) return [...completed, ...hints];
  return [
    ...completed,
    ...hints,
    "This change request cannot be merged yet:",
    ...lines.slice(0, MAX_SHOWN),
  ];
}
