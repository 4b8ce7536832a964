import type { ControlDatabase } from "../../platform/db/database.ts";
import type { RunState } from "../../platform/db/tables/hub.ts";
import { FINAL_STATES } from "../runs/run-plan.ts";
import type { SkillState, SkillStore } from "../skills/skill-store.ts";
import type { Polls } from "../workers/polls.ts";
import { listWorkers } from "../workers/workers.ts";

/** A snapshot of a workspace. */
export interface WorkspaceSnapshot {
  readonly skills: SkillState;
  /** Head of the skills' `main`. Its versions might not exist yet. */
  readonly head: string | undefined;
  /** Active and recently requested runs, by id. */
  readonly runs: ReadonlyMap<string, RunSnapshot>;
  /** By id. */
  readonly workers: ReadonlyMap<string, WorkerSnapshot>;
}

interface RunSnapshot {
  readonly state: RunState;
  /** The workflow run that this step belongs to. */
  readonly parentId?: string;
  readonly workerId?: string;
}

interface WorkerSnapshot {
  readonly name: string;
  readonly state: string;
}

export interface SnapshotDeps {
  readonly database: ControlDatabase;
  readonly polls: Polls;
  readonly now: () => Date;
}

/** Includes runs requested this recently, which could start and end between two snapshots. */
const RECENT_MS = 60_000;

/** Takes a snapshot of a workspace. Runs that have ended since the previous snapshot are included. */
export async function takeSnapshot(
  { database, polls, now }: SnapshotDeps,
  { workspaceId, store }: { readonly workspaceId: string; readonly store: SkillStore },
  before?: WorkspaceSnapshot,
): Promise<WorkspaceSnapshot> {
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
    ...(await readSkills(store, before)),
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
 * Doesn't create versions of new commits immediately, because the request that pushed them does so in its user's name.
 * If versions are still missing in the next snapshot, for example because another process was killed, they are created
 * here.
 */
async function readSkills(
  store: SkillStore,
  before: WorkspaceSnapshot | undefined,
): Promise<Pick<WorkspaceSnapshot, "skills" | "head">> {
  const head = await store.head();
  const followed = store.followed;
  if (followed !== undefined && followed.head === head) return { head, skills: followed };
  if (before === undefined || before.head === head) return { head, skills: await store.follow() };
  return { head, skills: followed ?? before.skills };
}
