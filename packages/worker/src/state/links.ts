import type { SQLOutputValue } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import type { WorkerState } from "./open-state.ts";

/** A registration of this worker: one for each workspace of an HQ. */
export interface Link {
  readonly workerId: string;
  readonly hqUrl: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Slug in URLs; absent: not yet received from HQ. */
  readonly workspaceSlug?: string;
  /** The worker's key at that HQ, encrypted. */
  readonly sealedKey: string;
  readonly createdAt: string;
  /** Which scope of variables wins according to its HQ; absent: not yet received. */
  readonly variablePrecedence?: VariablePrecedence;
  /** Whether skills run with secrets only after a review; absent: its HQ hasn't turned that off. */
  readonly skillReview?: SkillReview;
}

/** HQ's review policy. */
export type SkillReview = "off" | "required";

/** Active registrations, oldest first. */
export function listLinks({ database }: WorkerState): readonly Link[] {
  return database
    .prepare("SELECT * FROM links WHERE revoked_at IS NULL ORDER BY created_at, worker_id")
    .all()
    .map(readLink);
}

/** The worker's last registration, if none is active. */
export function lastRevoked(state: WorkerState): Link | undefined {
  if (listLinks(state).length > 0) return undefined;
  const row = state.database
    .prepare("SELECT * FROM links ORDER BY revoked_at DESC, created_at DESC LIMIT 1")
    .get();
  return row === undefined ? undefined : readLink(row);
}

/** Whether a slug, name, or id given by the user identifies a link's workspace. */
export function isNamed(
  { workspaceId, workspaceName, workspaceSlug }: Link,
  workspace: string,
): boolean {
  return [workspaceId, workspaceSlug, workspaceName].includes(workspace);
}

/**
 * Stores a new registration and ends the previous one in the same workspace.
 *
 * @throws CmsError `conflict` if the registration already exists
 */
export function addLink(state: WorkerState, link: Link): void {
  state.write(() => {
    const known = state.database
      .prepare("SELECT 1 FROM links WHERE worker_id = ?")
      .get(link.workerId);
    if (known !== undefined) {
      throw new CmsError("conflict", `This worker is already registered as ${link.workerId}.`);
    }
    state.database
      .prepare(
        "UPDATE links SET revoked_at = ? WHERE hq_url = ? AND workspace_id = ? AND revoked_at IS NULL",
      )
      .run(link.createdAt, link.hqUrl, link.workspaceId);
    state.database
      .prepare(
        `INSERT INTO links (worker_id, hq_url, workspace_id, workspace_name, sealed_key, created_at,
           variable_precedence, workspace_slug)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        link.workerId,
        link.hqUrl,
        link.workspaceId,
        link.workspaceName,
        link.sealedKey,
        link.createdAt,
        link.variablePrecedence ?? null,
        link.workspaceSlug ?? null,
      );
  });
}

/** Ends a registration: HQ has revoked it, or its operator removes it. */
export function revokeLink(state: WorkerState, workerId: string, at: Date): void {
  state.write(() => {
    state.database
      .prepare("UPDATE links SET revoked_at = ? WHERE worker_id = ? AND revoked_at IS NULL")
      .run(at.toISOString(), workerId);
  });
}

/** Stores which scope of variables wins at the HQ of a link. */
export function storePrecedence(
  state: WorkerState,
  workerId: string,
  precedence: VariablePrecedence,
): void {
  const known = listLinks(state).find((link) => link.workerId === workerId);
  // HQ sends it in every response, but it rarely changes.
  if (known?.variablePrecedence === precedence) return;
  state.write(() => {
    state.database
      .prepare("UPDATE links SET variable_precedence = ? WHERE worker_id = ?")
      .run(precedence, workerId);
  });
}

/** Stores whether skills need a review at the HQ of a link. */
export function storeSkillReview(state: WorkerState, workerId: string, review: SkillReview): void {
  const known = listLinks(state).find((link) => link.workerId === workerId);
  if (known?.skillReview === review) return;
  state.write(() => {
    state.database
      .prepare("UPDATE links SET skill_review = ? WHERE worker_id = ?")
      .run(review, workerId);
  });
}

/** The sequence number of the last completed queued command of a link; 0 at first. */
export function lastHandled({ database }: WorkerState, workerId: string): number {
  const row = database
    .prepare("SELECT sequence FROM handled_commands WHERE worker_id = ?")
    .get(workerId);
  return Number(row?.["sequence"] ?? 0);
}

/**
 * Runs a queued command and records it as done, atomically. A completed command isn't run again.
 *
 * @returns whether it ran now
 */
export function handleOnce(
  state: WorkerState,
  { workerId, sequence }: { readonly workerId: string; readonly sequence: number },
  work: () => void,
): boolean {
  return state.write(() => {
    if (sequence <= lastHandled(state, workerId)) return false;
    work();
    state.database
      .prepare(
        `INSERT INTO handled_commands (worker_id, sequence) VALUES (?, ?)
         ON CONFLICT (worker_id) DO UPDATE SET sequence = excluded.sequence`,
      )
      .run(workerId, sequence);
    return true;
  });
}

function readLink(row: Readonly<Record<string, SQLOutputValue>>): Link {
  const { variable_precedence: precedence, workspace_slug: slug, skill_review: review } = row;
  return {
    workerId: String(row["worker_id"]),
    hqUrl: String(row["hq_url"]),
    workspaceId: String(row["workspace_id"]),
    workspaceName: String(row["workspace_name"]),
    sealedKey: String(row["sealed_key"]),
    createdAt: String(row["created_at"]),
    ...(typeof slug === "string" && { workspaceSlug: slug }),
    ...((precedence === "worker-last" || precedence === "workflow-last") && {
      variablePrecedence: precedence,
    }),
    ...((review === "off" || review === "required") && { skillReview: review }),
  };
}
