import type { GitRepository, ListedCommit } from "@loam/cms-core/git";
import { z } from "zod";
import { defineRoute, type Route } from "../../../api/route.ts";
import { changeKindAnswer } from "../../../api/shared-answers.ts";
import { showListed } from "../../../content/changes/change-answer.ts";
import { branchHead } from "../../../content/changes/change-branch.ts";
import { changeParams } from "../../../content/changes/change-paths.ts";
import type { ReviewDeps } from "../../../content/changes/change-place.ts";
import { type Change, findChange } from "../../../content/changes/changes.ts";
import {
  blockersAnswer,
  commitsAnswer,
  type DetailHead,
  detailHead,
  issueAnswer,
  showIssue,
  type ShownIssue,
} from "../../../content/changes/detail-answer.ts";
import { recoverMerge } from "../../../content/changes/find-merged.ts";
import { type Blocker, mergeBlockers, viewChange } from "../../../content/changes/read-change.ts";
import { listReviews } from "../../../content/changes/review/reviews.ts";
import { inWorkspace } from "../../../people/workspaces/policies.ts";
import { SKILLS_FOLDER } from "../skill-folder.ts";
import { type CheckedSkillMerge, checkSkillMerge } from "./merge-skills.ts";
import { SKILL_CHANGES, type SkillReviewServices } from "./skill-change-place.ts";

const MAX_COMMITS = 200;
const MAX_SHOWN_BYTES = 65_536;

type Kind = "added" | "removed" | "changed";

const kind = changeKindAnswer;
const side = z.string().nullable();

/** A change request with its changed skills and the expected result of merging. */
const skillChangeDetail: z.ZodType<SkillChangeDetail, SkillChangeDetail> = z
  .object({
    ...detailHead,
    pruned: z.boolean().meta({
      description: "Whether its commits were deleted, some time after it was closed.",
    }),
    commits: commitsAnswer,
    skills: z.array(z.object({ kind, name: z.string() })),
    files: z.array(
      z.object({
        kind,
        path: z.string(),
        skill: z.string().nullable(),
        viewed: z
          .boolean()
          .meta({ description: "Whether you marked its current state as viewed." }),
      }),
    ),
    merge: z
      .object({
        possible: z.boolean(),
        blockedBy: blockersAnswer,
        conflicts: z
          .array(z.object({ file: z.string(), base: side, main: side, branch: side }))
          .meta({ description: "Files with their texts; null for none, and for binary files." }),
        issues: z.array(issueAnswer),
      })
      .nullable()
      .meta({ description: "Null if it is closed or merged." }),
  })
  .meta({ id: "SkillChangeRequestDetails" });

interface ShownFile {
  kind: Kind;
  path: string;
  skill: string | null;
}

interface SkillChangeDetail extends DetailHead {
  pruned: boolean;
  commits: ListedCommit[];
  skills: { kind: Kind; name: string }[];
  files: (ShownFile & { viewed: boolean })[];
  merge: ShownMerge | null;
}

interface ShownMerge {
  possible: boolean;
  blockedBy: Blocker[];
  conflicts: { file: string; base: string | null; main: string | null; branch: string | null }[];
  issues: ShownIssue[];
}

export function skillChangeRoute({ hq, skills }: SkillReviewServices): Route {
  const { database } = hq;
  return defineRoute({
    method: "get",
    path: `${SKILL_CHANGES}/{n}`,
    id: "getSkillChange",
    summary:
      "Get a change request of skills. Contains its commits, its changes, and whether it can be merged",
    policy: inWorkspace("skill.read"),
    input: { params: changeParams },
    answer: skillChangeDetail,
    handle: async ({ workspace, actor, params: { n } }) => {
      const asOf = hq.now().toISOString();
      const { repository } = await skills.of(workspace.id);
      const asked = await findChange(database, workspace.id, n);
      const {
        change: found,
        merge,
        ...read
      } = await readSkillChange({ database, repository }, asked);
      const seen = { change: found, head: read.head, userId: actor.userId };
      const { change, people, viewed } = await viewChange({ database, repository }, seen);
      return {
        body: {
          ...read,
          asOf,
          change: showListed(change),
          people: [...people],
          files: read.files.map((file) => Object.assign(file, { viewed: viewed.has(file.path) })),
          merge: merge ?? null,
        },
      };
    },
  });
}

interface ReadParts extends Pick<ReviewDeps, "database"> {
  readonly repository: GitRepository;
}

interface ReadSkillChange extends Omit<
  SkillChangeDetail,
  "change" | "asOf" | "people" | "merge" | "files"
> {
  change: Change;
  files: ShownFile[];
  /** Absent for an ended change request. */
  merge?: ShownMerge;
}

/** @throws CmsError `conflict` if its branch was removed or has no common history with `main` */
async function readSkillChange(parts: ReadParts, change: Change): Promise<ReadSkillChange> {
  const { database, repository } = parts;
  if (change.end !== undefined) return { ...(await difference(repository, change.end)), change };
  const head = await branchHead(repository, change);
  const checked = await checkSkillMerge(repository, head);
  if (checked.isMerged) {
    const ended = await recoverMerge(parts, change);
    if (ended !== undefined) return readSkillChange(parts, ended);
  }
  const reviews = await listReviews(database, change);
  const blockedBy = mergeBlockers(change, checked, { head, reviews, reviewRequired: false });
  const differs = await difference(repository, { base: checked.base, head });
  return { ...differs, change, merge: await showMerge(repository, checked, blockedBy) };
}

async function difference(
  repository: GitRepository,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Omit<ReadSkillChange, "change" | "merge">> {
  if (!(await repository.areAncestors([head], head))) {
    return { base, head, pruned: true, commits: [], skills: [], files: [] };
  }
  const [commits, changes, before, after] = await Promise.all([
    repository.commitsBetween({ from: base, to: head, limit: MAX_COMMITS }),
    repository.changedFiles(base, head),
    repository.folderIds(base, SKILLS_FOLDER),
    repository.folderIds(head, SKILLS_FOLDER),
  ]);
  const files = changes.map(({ path, before: old, after: created }) => {
    const name = SKILL_FILE.exec(path)?.[1] ?? null;
    return { kind: changeKind(old, created), path, skill: name };
  });
  const names = [...new Set(files.flatMap(({ skill }) => skill ?? []))];
  const skills = names.map((name) => {
    return { kind: changeKind(before.get(name), after.get(name)), name };
  });
  return { base, head, pruned: false, commits, skills, files };
}

const SKILL_FILE = new RegExp(`^${SKILLS_FOLDER}/([^/]+)/`);

function changeKind(before: unknown, after: unknown): Kind {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
}

async function showMerge(
  repository: GitRepository,
  { conflicts, issues }: CheckedSkillMerge,
  blockedBy: Blocker[],
): Promise<ShownMerge> {
  const text = async (blob: unknown): Promise<string | null> =>
    typeof blob === "string" ? readText(repository, blob) : null;
  const shown = conflicts.map(async ({ file, base, ours, theirs }) => {
    const [was, main, branch] = await Promise.all([text(base), text(ours), text(theirs)]);
    return { file, base: was, main, branch };
  });
  return {
    possible: blockedBy.length === 0,
    blockedBy,
    conflicts: await Promise.all(shown),
    issues: issues.map(showIssue),
  };
}

/** Returns null for binary files and for text that is too long for a visual comparison. */
async function readText(repository: GitRepository, blob: string): Promise<string | null> {
  const [size = 0] = await repository.blobSizes([blob]);
  if (size > MAX_SHOWN_BYTES) return null;
  const bytes = await repository.readBlob(blob);
  try {
    return new TextDecoder("utf8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
