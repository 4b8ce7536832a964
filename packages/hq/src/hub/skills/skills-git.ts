import { CmsError } from "@loam/cms-core";
import { MAIN } from "@loam/cms-core/store";
import type { Actor } from "../../api/permissions/actor.ts";
import type { GitCaller, GitPlace, OpenGitPlace, PushReceiver } from "../../git/git-place.ts";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import { actorOfToken } from "../../people/identity/authenticate-request.ts";
import type { Identity } from "../../people/identity/identity.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { findWorkspaceByName, type Workspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { checkSkillPush } from "./check-push.ts";
import type { SkillRepositories } from "./skill-repositories.ts";
import type { SkillStore } from "./skill-store.ts";

/** A worker as its key tells. */
interface WorkerOfKey {
  readonly workerId: string;
  readonly workspaceId: string;
}

interface SkillsGitDeps {
  readonly hq: Hq;
  readonly skills: SkillRepositories;
  readonly identity: Identity;
  readonly audit: Pick<AuditLog, "append">;
  /** Whose key a token is; undefined for any other token. */
  readonly workerOfKey: (token: string) => Promise<WorkerOfKey | undefined>;
}

/** Of what is compressed: a skill has at most 32 MiB. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;
const NAME = /^([^/]+)\/skills$/;

/** Finds the skills of a workspace at `{workspace}/skills`: for its members, and for its workers to read. */
export function openSkillsByGit(deps: SkillsGitDeps): OpenGitPlace {
  return async (caller) => {
    const ws = NAME.exec(caller.name)?.[1];
    if (ws === undefined) throw new CmsError("not_found", "There is no repository here.");
    const worker = await deps.workerOfKey(caller.token);
    return worker === undefined
      ? openForPerson(deps, caller, ws)
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
    throw new CmsError("not_found", `There is no workspace ${ws}.`);
  }
  if (service === "git-receive-pack") {
    throw new CmsError("forbidden", "A worker reads skills, and does not push them.");
  }
  return { repository: await followed(await skills.of(workspace.id)) };
}

async function openForPerson(
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
  const repository = await followed(store);
  if (!isPush) return { repository };
  return { repository, receiver: receiverOf(deps, store, { actor, workspace, address }) };
}

/** So that the tag of each version is there to be fetched. */
async function followed(store: SkillStore): Promise<GitPlace["repository"]> {
  await store.follow();
  return store.repository;
}

interface Pusher {
  readonly actor: Actor;
  readonly workspace: Workspace;
  readonly address: string;
}

function receiverOf(
  { audit }: SkillsGitDeps,
  store: SkillStore,
  { actor, workspace, address }: Pusher,
): PushReceiver {
  return {
    maxPackBytes: MAX_PACK_BYTES,
    refuseRef: (ref) =>
      ref === MAIN
        ? undefined
        : `${ref}: push to main; HQ itself makes a tag <name>/v<n> of each skill that changed.`,
    async check(push) {
      // What it is built on has its versions before it is built on.
      await store.follow();
      const lines = await checkSkillPush(push);
      const params = { ws: workspace.id, commit: push.moves[0]?.to ?? "" };
      // What cannot be recorded does not happen.
      if (lines.length === 0) {
        await audit.append({ event: "skills.pushed", actor, params, address });
      }
      return lines;
    },
    async landed({ moves }) {
      const commit = moves[0]?.to ?? "";
      const { current } = await store.follow({ commit, by: actor });
      const made = [...current.values()].filter((version) => version.commit === commit);
      return made.map(({ name, version }) => `${name} is now v${version}.`);
    },
  };
}
