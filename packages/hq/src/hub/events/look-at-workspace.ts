import type { ControlDatabase } from "../../platform/db/database.ts";
import type { RunState } from "../../platform/db/tables/hub.ts";
import { FINAL_STATES } from "../runs/run-plan.ts";
import type { SkillState, SkillStore } from "../skills/skill-store.ts";
import type { Polls } from "../workers/polls.ts";
import { listWorkers } from "../workers/workers.ts";

/** A workspace as it is seen at one time. */
export interface Look {
  readonly skills: SkillState;
  /** The commit of the skills' `main`, whose versions may not have been made yet. */
  readonly head: string | undefined;
  /** Those that have not ended, and those that were asked for a moment ago, by id. */
  readonly runs: ReadonlyMap<string, SeenRun>;
  /** By id. */
  readonly workers: ReadonlyMap<string, SeenWorker>;
}

interface SeenRun {
  readonly state: RunState;
  /** The run of the workflow of which it is a step. */
  readonly parentId?: string;
  readonly workerId?: string;
}

interface SeenWorker {
  readonly name: string;
  readonly state: string;
}

export interface LookDeps {
  readonly database: ControlDatabase;
  readonly polls: Polls;
  readonly now: () => Date;
}

/** What may begin and end between two looks is seen for so long. */
const RECENT_MS = 60_000;

/** Looks at a workspace; what is no longer among its active runs is looked for where the look before saw it. */
export async function lookAtWorkspace(
  { database, polls, now }: LookDeps,
  { workspaceId, store }: { readonly workspaceId: string; readonly store: SkillStore },
  before?: Look,
): Promise<Look> {
  const recent = new Date(now().getTime() - RECENT_MS).toISOString();
  const known = [...(before?.runs ?? [])].filter(([, { state }]) => !FINAL_STATES.has(state));
  const rows = await database
    .selectFrom("runs")
    .select(["id", "state", "parent_id", "worker_id"])
    .where("workspace_id", "=", workspaceId)
    .where((eb) =>
      eb.or([
        eb("state", "not in", [...FINAL_STATES]),
        eb("created_at", ">=", recent),
        ...(known.length > 0
          ? [
              eb(
                "id",
                "in",
                known.map(([id]) => id),
              ),
            ]
          : []),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const workers = await listWorkers(database, workspaceId, polls);
  return {
    ...(await lookAtSkills(store, before)),
    runs: new Map(
      rows.map(({ id, state, parent_id, worker_id }) => [
        id,
        {
          state,
          ...(parent_id !== null && { parentId: parent_id }),
          ...(worker_id !== null && { workerId: worker_id }),
        },
      ]),
    ),
    workers: new Map(workers.map(({ id, name, state }) => [id, { name, state }])),
  };
}

/**
 * Makes no versions of what came a moment ago: who pushed it does, and by their name. What another process was given, or
 * one that was killed, has its versions made when it is still without them at the second look.
 */
async function lookAtSkills(
  store: SkillStore,
  before: Look | undefined,
): Promise<Pick<Look, "skills" | "head">> {
  const head = await store.head();
  const followed = store.followed;
  if (followed !== undefined && followed.head === head) return { head, skills: followed };
  if (before === undefined || before.head === head) return { head, skills: await store.follow() };
  return { head, skills: followed ?? before.skills };
}
