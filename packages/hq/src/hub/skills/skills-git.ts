import { CmsError } from "@loam/cms-core";
import type { GitRepository, RefMove } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { Actor } from "../../api/permissions/permissions.ts";
import { endedLines, closeForRemovedBranch } from "../../content/changes/end-change.ts";
import {
  type GitCaller,
  type GitPlace,
  type OpenGitPlace,
  PROPOSE_REF,
  type PushReceiver,
} from "../../git/git-place.ts";
import { issueLine } from "../../git/issue-line.ts";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import { actorOfToken } from "../../people/identity/authenticate-request.ts";
import type { Identity } from "../../people/identity/identity.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { findWorkspaceByName, type Workspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { checkSkillPush } from "./check-push.ts";
import { createSkillPushHandler } from "./review/skill-push-handler.ts";
import { SKILLS_FOLDER } from "./skill-folder.ts";
import type { SkillRepositories } from "./skill-repositories.ts";
import type { SkillStore } from "./skill-store.ts";
import { recordVersions } from "./trust/record-versions.ts";
import { recordSkillAuthors, readSkillAuthors } from "./trust/skill-reviews.ts";

/** The worker of a key. */
interface WorkerOfKey {
  readonly workerId: string;
  readonly workspaceId: string;
}

interface SkillsGitDeps {
  readonly hq: Hq;
  readonly skills: SkillRepositories;
  readonly identity: Identity;
  readonly audit: Pick<AuditLog, "append">;
  /** Returns the worker of a key, or undefined for any other token. */
  readonly workerOfKey: (token: string) => Promise<WorkerOfKey | undefined>;
}

/** Limit of compressed data. A skill has at most 32 MiB. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;
const HEADS = "refs/heads/";
const NAME = /^([^/]+)\/skills$/;

/** Serves the skills of a workspace at `{workspace}/skills`: to its members, and read-only to its workers. */
export function openSkillsByGit(deps: SkillsGitDeps): OpenGitPlace {
  return async (caller) => {
    const ws = NAME.exec(caller.name)?.[1];
    if (ws === undefined) throw new CmsError("not_found", "There is no repository at this URL.");
    const worker = await deps.workerOfKey(caller.token);
    return worker === undefined
      ? openForUser(deps, caller, ws)
      : openForWorker(deps, caller, { ws, worker });
  };
}

async function openForWorker(
  { hq, skills }: SkillsGitDeps,
  { service }: GitCaller,
  { ws, worker }: { readonly ws: string; readonly worker: WorkerOfKey },
): Promise<GitPlace> {
  const workspace = await findWorkspaceByName(hq.database, ws);
  if (workspace?.id !== worker.workspaceId) {
    throw new CmsError("not_found", `Workspace not found: ${ws}.`);
  }
  if (service === "git-receive-pack") {
    throw new CmsError(
      "forbidden",
      "Workers can read skills but not push them. Push as a person, signed in with agent-cli login.",
    );
  }
  return { repository: await withVersions(await skills.of(workspace.id)) };
}

async function openForUser(
  deps: SkillsGitDeps,
  { service, token, address }: GitCaller,
  ws: string,
): Promise<GitPlace> {
  const { hq, skills, identity } = deps;
  const isPush = service === "git-receive-pack";
  const actor = await actorOfToken(identity, token, { address });
  const policy = inWorkspace(isPush ? "skill.write" : "skill.read");
  const { workspace } = await policy.authorise({ actor, params: { ws }, database: hq.database });
  if (isPush) hq.databaseWatch.requireIntact();
  const store = await skills.of(workspace.id);
  const repository = await withVersions(store);
  if (!isPush) return { repository };
  return { repository, receiver: receiverOf(deps, store, { actor, workspace, address }) };
}

/** Creates missing versions first, so that their tags can be fetched. */
async function withVersions(store: SkillStore): Promise<GitPlace["repository"]> {
  await store.follow();
  return store.repository;
}

interface Pusher {
  readonly actor: Actor;
  readonly workspace: Workspace;
  readonly address: string;
}

function receiverOf(
  { audit, hq }: SkillsGitDeps,
  store: SkillStore,
  { actor, workspace, address }: Pusher,
): PushReceiver {
  const pushed = { workspaceId: workspace.id, store, by: actor.userId };
  const pushedBranches = createSkillPushHandler(hq, pushed);
  return {
    maxPackBytes: MAX_PACK_BYTES,
    refuseRef: (ref) =>
      ref === PROPOSE_REF || ref.startsWith(HEADS)
        ? undefined
        : `${ref}: push to main or a branch. HQ itself creates a tag <name>/v<n> for each changed skill.`,
    mayRewrite: (ref) => ref !== MAIN,
    mayRemove: (ref) => ref !== MAIN && ref !== PROPOSE_REF,
    async removing(branch) {
      const params = { ws: workspace.id, branch, removed: "true" };
      await audit.append({ event: "skills.pushed", actor, params, address });
      const { database, now } = hq;
      const parts = { database, repository: store.repository, by: actor.userId, now };
      return endedLines("closed", await closeForRemovedBranch(parts, workspace.id, branch));
    },
    mayMerge: (ref) => ref === PROPOSE_REF,
    place: (push) => pushedBranches.place(push),
    async check({ moves, incoming }) {
      // The base must have its versions first.
      await store.follow();
      const main = moves.filter(isMain);
      const lines = (await checkSkillPush({ moves: main, incoming })).map((one) => issueLine(one));
      for (const move of moves) {
        if (!isMain(move)) lines.push(...(await pushedBranches.check(move, incoming)));
      }
      if (lines.length > 0) return lines;
      // If authors cannot be recorded, the push is rejected.
      for (const { ref, to } of moves) {
        const params = { ws: workspace.id, commit: to, ...(ref !== MAIN && { branch: ref }) };
        await audit.append({ event: "skills.pushed", actor, params, address });
      }
      for (const move of moves) await recordAuthors({ hq, ...pushed }, incoming, move);
      return [];
    },
    async landed({ moves }) {
      const lines: string[] = [];
      for (const move of moves.filter(isMain)) {
        const { to: commit } = move;
        const { current } = await store.follow({ commit, by: actor });
        const created = [...current.values()].filter((version) => version.commit === commit);
        const parts = { ...hq, workspaceId: workspace.id, store };
        await recordVersions(parts, created, { by: actor.userId });
        lines.push(...created.map(({ name, version }) => `${name} is now v${version}.`));
        lines.push(...(await pushedBranches.mainLanded(move)));
      }
      for (const move of moves)
        if (!isMain(move)) lines.push(...(await pushedBranches.landed(move)));
      return lines;
    },
  };
}

interface PushedSkills {
  readonly hq: SkillsGitDeps["hq"];
  readonly workspaceId: string;
  readonly store: SkillStore;
  /** ID of the user who pushes. */
  readonly by: string;
}

/** Records who wrote what a push brings: its user, and the authors of the branches that it builds on. */
async function recordAuthors(
  { hq, workspaceId, store, by }: PushedSkills,
  incoming: GitRepository,
  move: RefMove,
): Promise<void> {
  const branches = await branchesWithin(store.repository, incoming, move);
  const others = await readSkillAuthors(hq.database, workspaceId, branches);
  const users = [by, ...others.values().flatMap((some) => some)];
  for (const place of await authoredPlaces(incoming, move)) {
    await recordSkillAuthors(hq.database, { workspaceId, place, users });
  }
}

/** Returns what the pusher becomes an author of: the branch, or the skills changed on `main`. */
async function authoredPlaces(
  incoming: GitRepository,
  { ref, from, to }: RefMove,
): Promise<readonly string[]> {
  if (ref !== MAIN) return [ref];
  const before = from === null ? undefined : await incoming.folderIds(from, SKILLS_FOLDER);
  const after = await incoming.folderIds(to, SKILLS_FOLDER);
  return [...after].flatMap(([name, tree]) => (before?.get(name) === tree ? [] : [tree]));
}

/** Returns other branches whose unmerged commits are part of the push. Their pushers are also authors. */
async function branchesWithin(
  repository: GitRepository,
  incoming: GitRepository,
  { ref, to }: RefMove,
): Promise<readonly string[]> {
  const refs = await repository.listRefs();
  const main = refs.get(MAIN);
  const within: string[] = [];
  for (const [branch, tip] of refs) {
    if (!branch.startsWith(HEADS) || branch === MAIN || branch === ref) continue;
    const shared = await incoming.mergeBase(tip, to);
    if (shared === undefined) continue;
    const isOnMain = main !== undefined && (await incoming.mergeBase(main, shared)) === shared;
    if (!isOnMain) within.push(branch);
  }
  return within;
}

function isMain({ ref }: Pick<RefMove, "ref">): boolean {
  return ref === MAIN;
}
