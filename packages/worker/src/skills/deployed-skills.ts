import type { SQLOutputValue } from "node:sqlite";
import type { WorkerState } from "../state/open-state.ts";

/** Origin and original state of a deployed skill. */
export interface DeployedSkill {
  readonly name: string;
  /** URL of HQ, or of the repository that it was imported from. */
  readonly source: string;
  /** Workspace of HQ; `""` for an imported skill. */
  readonly workspace: string;
  /** Null if the source has no version numbers. */
  readonly version: number | null;
  readonly commit: string;
  /** Tree id of the deployed folder; a different one now means that it was edited here. */
  readonly tree: string;
  readonly deployedAt: string;
}

/** Recorded before a folder is replaced, so that a start after a crash knows its content. */
export interface PendingSkill extends DeployedSkill {
  /** Name of the staged folder. */
  readonly staged: string;
}

export function listDeployedSkills({ database }: WorkerState): readonly DeployedSkill[] {
  const rows = database.prepare("SELECT * FROM skills WHERE staged IS NULL ORDER BY name").all();
  return rows.map(readRow);
}

export function findDeployedSkill(
  { database }: WorkerState,
  name: string,
): DeployedSkill | undefined {
  const row = database.prepare("SELECT * FROM skills WHERE name = ? AND staged IS NULL").get(name);
  return row === undefined ? undefined : readRow(row);
}

export function listPendingSkills({ database }: WorkerState): readonly PendingSkill[] {
  const rows = database.prepare("SELECT * FROM skills WHERE staged IS NOT NULL").all();
  return rows.map((row) => Object.assign(readRow(row), { staged: String(row["staged"]) }));
}

export function putPendingSkill(state: WorkerState, skill: PendingSkill): void {
  state.write(() => insert(state, skill, skill.staged));
}

/** Records the deployed skill of a name, and removes the record of what was pending as `staged`. */
export function putDeployedSkill(state: WorkerState, skill: DeployedSkill, staged?: string): void {
  state.write(() => {
    state.database.prepare("DELETE FROM skills WHERE name = ? AND staged IS NULL").run(skill.name);
    if (staged !== undefined) deletePendingSkill(state, staged);
    insert(state, skill, null);
  });
}

/** Keeps the record of a skill whose folder becomes the previous one of its name. */
export function putPreviousSkill({ database }: WorkerState, name: string): void {
  database.prepare("DELETE FROM previous_skills WHERE name = ?").run(name);
  database
    .prepare(
      `INSERT INTO previous_skills
       SELECT name, source, workspace, version, commit_id, tree, deployed_at FROM skills
       WHERE name = ? AND staged IS NULL`,
    )
    .run(name);
}

/** Returns the record of the previous skill of a name; undefined if it wasn't deployed by the worker. */
export function findPreviousSkill(
  { database }: WorkerState,
  name: string,
): DeployedSkill | undefined {
  const row = database.prepare("SELECT * FROM previous_skills WHERE name = ?").get(name);
  return row === undefined ? undefined : readRow(row);
}

export function deletePendingSkill({ database }: WorkerState, staged: string): void {
  database.prepare("DELETE FROM skills WHERE staged = ?").run(staged);
}

export function deleteDeployedSkill(state: WorkerState, name: string): void {
  state.database.prepare("DELETE FROM skills WHERE name = ? AND staged IS NULL").run(name);
}

function insert({ database }: WorkerState, skill: DeployedSkill, staged: string | null): void {
  const { name, source, workspace, version, commit, tree, deployedAt } = skill;
  database
    .prepare(
      `INSERT INTO skills (name, source, workspace, version, commit_id, tree, deployed_at, staged)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(name, source, workspace, version, commit, tree, deployedAt, staged);
}

function readRow(row: Readonly<Record<string, SQLOutputValue>>): DeployedSkill {
  const { version } = row;
  return {
    name: String(row["name"]),
    source: String(row["source"]),
    workspace: String(row["workspace"]),
    version: typeof version === "number" ? version : null,
    commit: String(row["commit_id"]),
    tree: String(row["tree"]),
    deployedAt: String(row["deployed_at"]),
  };
}
