import type { SQLOutputValue } from "node:sqlite";
import type { WorkerState } from "./open-state.ts";

/** A project deployed on this machine. */
export interface Deployment {
  readonly projectId: string;
  readonly name: string;
  /** The link whose HQ deployed it. */
  readonly workerId?: string;
  /** JSON, as sent by HQ. */
  readonly manifest: string;
  readonly deployedAt: string;
}

/**
 * In the order of their last deployments: if two need the same thing, the later one has it. Each deployment creates a
 * new row, whose number is more reliable than the time, because clocks can be set back.
 */
export function listDeployments({ database }: WorkerState): readonly Deployment[] {
  return database.prepare("SELECT * FROM deployments ORDER BY rowid").all().map(readDeployment);
}

export function findDeployment(state: WorkerState, projectId: string): Deployment | undefined {
  return listDeployments(state).find((known) => known.projectId === projectId);
}

export function deleteDeployment(state: WorkerState, projectId: string): void {
  state.write(() => {
    state.database.prepare("DELETE FROM deployments WHERE project_id = ?").run(projectId);
  });
}

export function putDeployment(state: WorkerState, deployment: Deployment): void {
  state.write(() => {
    state.database
      .prepare(
        `INSERT OR REPLACE INTO deployments (project_id, name, worker_id, manifest, deployed_at)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(
        deployment.projectId,
        deployment.name,
        deployment.workerId ?? null,
        deployment.manifest,
        deployment.deployedAt,
      );
  });
}

function readDeployment(row: Readonly<Record<string, SQLOutputValue>>): Deployment {
  const { worker_id: workerId } = row;
  return {
    projectId: String(row["project_id"]),
    name: String(row["name"]),
    ...(typeof workerId === "string" && { workerId }),
    manifest: String(row["manifest"]),
    deployedAt: String(row["deployed_at"]),
  };
}
