import { CmsError } from "@loam/cms-core";
import type { Finding } from "@loam/cms-core/advice";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { ASSIGNMENT_ROLES } from "../../platform/db/tables/hub.ts";
import type { Hq } from "../../platform/hq.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import {
  type Assignment,
  assignWorker,
  listAssignments,
  unassignWorker,
} from "../projects/assignments.ts";
import { findProject } from "../projects/projects.ts";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import type { Polls } from "../workers/polls.ts";
import { requireWorker } from "../workers/workers.ts";
import { type Advice, readAdvice } from "./read-advice.ts";

interface AdvisorServices {
  readonly hq: Hq;
  readonly audit: AuditLog;
  readonly skills: SkillRepositories;
  readonly hub: { readonly polls: Polls };
}

const findingAnswer = z
  .object({
    id: z.enum([
      "weight",
      "memory",
      "mcp",
      "variables",
      "ports",
      "skills",
      "resources",
      "directories",
    ]),
    severity: z.enum(["info", "warn", "error"]),
    projects: z.array(z.string()).readonly(),
    evidence: z.array(z.string()).readonly(),
    fix: z.string(),
  })
  .meta({ id: "Finding" });

const assignmentRole = z.enum(ASSIGNMENT_ROLES).meta({ id: "AssignmentRole" });

const assignmentAnswer = z
  .object({
    projectId: z.string(),
    workerId: z.string(),
    role: assignmentRole,
    reason: z
      .string()
      .optional()
      .meta({ description: "Reason for assigning the worker despite errors." }),
    createdAt: z.string(),
  })
  .meta({ id: "Assignment" });

const params = z.object({ id: z.string() });
const list = z.object({ assignments: z.array(assignmentAnswer) });

const newAssignment = z
  .strictObject({
    worker: z.string().max(40),
    role: assignmentRole,
    force: z.boolean().default(false).meta({
      description:
        "Assign the worker even if the advisor finds errors. Requires a reason, which is stored.",
    }),
    reason: z.string().trim().min(1).max(500).optional(),
  })
  .meta({ id: "NewAssignment" });

/** `/workspaces/{ws}/advice` and `/workspaces/{ws}/projects/{id}/assignments`, which requires its approval. */
export function advisorRoutes(services: AdvisorServices): readonly Route[] {
  return [adviceRoute(services), ...assignmentRoutes(services)];
}

function adviceRoute({ hq: { database }, skills, hub: { polls } }: AdvisorServices): Route {
  return defineRoute({
    method: "get",
    path: "/workspaces/{ws}/advice",
    id: "getAdvice",
    summary:
      "Get advice on shared workers. Contains conflicts between projects, and projects that can share a worker",
    policy: inWorkspace("skill.read"),
    input: {
      query: z.object({
        project: z.string().exactOptional(),
        worker: z.string().exactOptional().meta({
          description: "With `project`: as if that project were assigned to this worker.",
        }),
      }),
    },
    answer: z.object({
      workers: z
        .array(z.object({ workerId: z.string(), findings: z.array(findingAnswer).readonly() }))
        .readonly(),
      plan: z.array(z.array(z.string()).readonly()).readonly().meta({
        description: "Project IDs in groups. The projects of a group can share one worker.",
      }),
    }),
    handle: async ({ workspace, query: { project: projectId, worker: workerId } }) => {
      const isPlanned = projectId !== undefined && workerId !== undefined;
      const planned = isPlanned ? { projectId, workerId } : undefined;
      return { body: await readAdvice({ database, polls, skills }, workspace.id, planned) };
    },
  });
}

function assignmentRoutes(services: AdvisorServices): readonly Route[] {
  const { hq, hub, skills } = services;
  const { database, now } = hq;
  const { polls } = hub;
  const listOf = async (workspaceId: string, id: string): Promise<readonly Assignment[]> =>
    (await listAssignments(database, workspaceId)).filter(({ projectId }) => projectId === id);
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/projects/{id}/assignments",
      id: "listAssignments",
      summary: "List the workers of the project",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: list,
      handle: async ({ workspace, params: { id } }) => {
        await findProject(database, { workspaceId: workspace.id, id });
        return { body: { assignments: [...(await listOf(workspace.id, id))] } };
      },
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/projects/{id}/assignments",
      id: "putAssignment",
      summary: "Assign a worker to the project. Fails if the advisor finds errors",
      policy: inWorkspace("project.manage"),
      input: { params, body: newAssignment },
      audit: { event: "assignment.changed" },
      answer: z.object({
        assignments: list.shape.assignments,
        findings: z.array(findingAnswer).readonly(),
      }),
      handle: async ({ workspace, actor, request, params: { id }, body }) => {
        const project = await findProject(database, { workspaceId: workspace.id, id });
        const { worker: workerId, role, force, reason } = body;
        await requireWorker(database, { workspaceId: workspace.id, id: workerId }, polls);
        const planned = { workerId, projectId: id };
        const advice = await readAdvice({ database, polls, skills }, workspace.id, planned);
        const findings = findingsFor(advice, planned);
        const isForced = checkFindings(findings, { force, reason });
        if (isForced) {
          const event = "assignment.forced";
          const target = { ws: workspace.slug, id, worker: workerId, reason: reason ?? "" };
          const address = clientAddress(request);
          await services.audit.append({ event, actor, params: target, address });
        }
        const assignment = { project, workerId, role, reason: isForced ? reason : undefined };
        await assignWorker(database, assignment, { now });
        polls.wake(workerId);
        return { body: { assignments: [...(await listOf(workspace.id, id))], findings } };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/projects/{id}/assignments/{worker}",
      id: "deleteAssignment",
      summary:
        "Unassign a worker from the project. The worker removes the project's files, except those that were edited",
      policy: inWorkspace("project.manage"),
      input: { params: params.extend({ worker: z.string() }) },
      audit: { event: "assignment.changed" },
      answer: nothing,
      handle: async ({ workspace, params: { id: projectId, worker: workerId } }) => {
        await findProject(database, { workspaceId: workspace.id, id: projectId });
        if (!(await unassignWorker(database, { projectId, workerId }, { now }))) {
          throw new CmsError("not_found", `The worker ${workerId} is not assigned to the project.`);
        }
        polls.wake(workerId);
        return { body: undefined };
      },
    }),
  ];
}

function findingsFor(
  { workers }: Advice,
  { workerId, projectId }: { readonly workerId: string; readonly projectId: string },
): readonly Finding[] {
  const of = workers.find((each) => each.workerId === workerId);
  return (of?.findings ?? []).filter(({ projects }) => projects.includes(projectId));
}

/**
 * Returns whether errors among the findings are overridden.
 *
 * @throws CmsError `assignment_refused` with the findings, or `invalid` for an override without a reason
 */
function checkFindings(
  findings: readonly Finding[],
  { force, reason }: { readonly force: boolean; readonly reason: string | undefined },
): boolean {
  // Current resource usage doesn't predict future usage.
  const errors = findings.filter(({ id, severity }) => severity === "error" && id !== "resources");
  if (errors.length === 0) return false;
  if (!force) {
    const [first, ...others] = errors;
    const why = first?.evidence.map((seen) => seen.replace(/\.$/, "")).join("; ") ?? "";
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    const message = `${why}${more}. ${first?.fix ?? ""} Or send force with a reason.`;
    throw new CmsError("assignment_refused", message, { details: { findings } });
  }
  if (reason === undefined)
    throw new CmsError("invalid", "To force the assignment, send a reason.");
  return true;
}
