import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import {
  parseKind,
  parseMemoryChange,
  parseNewMemory,
  parseProjectId,
  renderMemory,
} from "../memory/memory-entry.ts";
import { addMemory, changeMemory, deleteMemory, readMemory } from "../memory/memory.ts";
import { queryMemory } from "../memory/query-memory.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { listDeployments } from "../state/deployments.ts";
import type { WorkerState } from "../state/open-state.ts";

interface MemoryServices {
  readonly workerId: string;
  readonly state: WorkerState;
  readonly secrets: Secrets;
}

const SEARCH = z.object({
  search: z.string().default(""),
  project_id: z.string().exactOptional(),
  kind: z.string().exactOptional(),
  limit: z.int().min(1).max(50),
  offset: z.int().min(0),
});
const WITH_ID = z.object({ id: z.string() });
const ADD = z.object({ entry: z.record(z.string(), z.unknown()) });
const CHANGE = WITH_ID.extend({ change: z.record(z.string(), z.unknown()) });

/**
 * Returns universal entries, and those of a project that this HQ deployed here. Those of other workspaces are hidden.
 *
 * @throws CmsError `invalid_request`, `not_found`
 */
export function searchMemory({ workerId, state }: MemoryServices, body: unknown): object {
  const { project_id: project, kind, ...rest } = SEARCH.parse(body);
  if (project !== undefined) requireOwn(state, workerId, parseProjectId(project));
  const { contents, totalCount } = queryMemory(state, {
    ...rest,
    ...(project !== undefined && { projectId: parseProjectId(project) }),
    ...(kind !== undefined && { kind: parseKind(kind) }),
    now: new Date(),
  });
  return { contents: contents.map(renderMemory), totalCount };
}

/** @throws CmsError `invalid`, `not_found` for a project of another HQ, `secret_unreadable` */
export function addToMemory({ workerId, state, secrets }: MemoryServices, body: unknown): object {
  const entry = parseNewMemory(ADD.parse(body).entry);
  requireOwn(state, workerId, entry.projectId);
  return { entry: renderMemory(addMemory({ state, secrets }, entry, new Date())) };
}

/** @throws CmsError as `addToMemory` */
export function changeInMemory(
  { workerId, state, secrets }: MemoryServices,
  body: unknown,
): object {
  const request = CHANGE.parse(body);
  const change = parseMemoryChange(request.change);
  requireSeen(state, workerId, request.id);
  requireOwn(state, workerId, change.projectId);
  const changed = changeMemory({ state, secrets }, request.id, { change, at: new Date() });
  return { entry: renderMemory(changed) };
}

/** @throws CmsError `not_found` */
export function deleteFromMemory({ workerId, state }: MemoryServices, body: unknown): object {
  const { id } = WITH_ID.parse(body);
  requireSeen(state, workerId, id);
  return { deleted: deleteMemory(state, id) };
}

/** @throws CmsError `not_found` */
function requireOwn(
  state: WorkerState,
  workerId: string,
  projectId: string | null | undefined,
): void {
  if (isOwn(state, workerId, projectId)) return;
  throw new CmsError(
    "not_found",
    `The project ${projectId} is not set up on this worker. Assign the worker to it first.`,
  );
}

/** @throws CmsError `not_found` */
function requireSeen(state: WorkerState, workerId: string, id: string): void {
  if (isOwn(state, workerId, readMemory(state, id).projectId)) return;
  throw new CmsError("not_found", "No memory entry has this ID.");
}

function isOwn(
  state: WorkerState,
  workerId: string,
  projectId: string | null | undefined,
): boolean {
  if (projectId === null || projectId === undefined) return true;
  return listDeployments(state).some(
    (one) => one.projectId === projectId && one.workerId === workerId,
  );
}
