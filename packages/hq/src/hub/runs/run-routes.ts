import { z } from "zod";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { inProject, requireInProject, canSeeProject } from "../projects/in-project.ts";
import { findWorkflow, skillInputs, skillName, skillUse } from "../workflows/workflows.ts";
import { cancelRun } from "./end-runs.ts";
import { runLogRoutes } from "./run-log-routes.ts";
import type { RunLogs } from "./run-logs.ts";
import { runVariable } from "./run-plan.ts";
import {
  findRun,
  listRuns,
  listSteps,
  runAnswer,
  runState,
  toRun,
  variablesOfRun,
} from "./run-table.ts";
import { type StartDeps, startSkillRun, startWorkflowRun } from "./start-run.ts";

interface RunServices {
  readonly hq: Hq;
  readonly hub: { readonly runs: StartDeps; readonly logs: RunLogs };
}

const params = z.object({ id: z.string() });
const id = z.string().max(40);

const oneRun = z
  .object({
    run: runAnswer,
    variables: z.array(runVariable).readonly().meta({
      description:
        "Variables that HQ sent. For a project's run, only project members and admins see more than the workspace's variables.",
    }),
    ownVariables: z.array(z.string()).readonly().exactOptional().meta({
      description:
        "Names of the worker's own variables used in the prompt, including those that replaced HQ's; absent if the run has not started.",
    }),
    seesLog: z.boolean().meta({
      description:
        "Whether you read its log and files, and may cancel it: of a project's run, its members and admins.",
    }),
    logBytes: z.number(),
    steps: z.array(runAnswer).readonly().meta({ description: "Of a workflow run." }),
  })
  .meta({ id: "RunDetails" });

const runPage = z
  .object({ runs: z.array(runAnswer).readonly(), cursor: z.string().exactOptional() })
  .meta({ id: "RunList" });

const limits = z
  .strictObject({
    seconds: z.int().min(1).max(86_400).optional(),
    outputBytes: z
      .int()
      .min(1024)
      .max(32 * 1024 * 1024)
      .optional(),
  })
  .meta({ id: "RunLimits" })
  .optional();

const started = z.object({ id: z.string() }).meta({ id: "StartedRun" });

/** `/workspaces/{ws}/runs` and `/workspaces/{ws}/workflows/{id}/runs`. */
export function runRoutes({
  hq: { database },
  hub: { runs, logs },
}: RunServices): readonly Route[] {
  return [...readRoutes({ runs, logs }), ...startRoutes(runs), ...runLogRoutes({ database, logs })];
}

function readRoutes({ runs: deps, logs }: RunServices["hub"]): readonly Route[] {
  const { database } = deps;
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/runs",
      id: "listRuns",
      summary:
        "List the runs of the workspace, newest first. Runs of steps are listed with their workflow",
      policy: inWorkspace("skill.read"),
      input: {
        query: z.object({
          ...pageQuery,
          project: id.exactOptional(),
          worker: id.exactOptional(),
          state: runState.exactOptional(),
        }),
      },
      answer: runPage,
      handle: async ({ workspace, query: { project, worker, ...rest } }) => ({
        body: await listRuns(database, {
          workspaceId: workspace.id,
          projectId: project,
          workerId: worker,
          ...rest,
        }),
      }),
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workflows/{id}/runs",
      id: "listWorkflowRuns",
      summary: "List the runs of a workflow, newest first",
      policy: inWorkspace("skill.read"),
      input: { params, query: z.object(pageQuery) },
      answer: runPage,
      handle: async ({ workspace, params: { id: workflowId }, query }) => {
        await findWorkflow(database, { workspaceId: workspace.id, id: workflowId });
        return {
          body: await listRuns(database, { workspaceId: workspace.id, workflowId, ...query }),
        };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/runs/{id}",
      id: "getRun",
      summary: "Get a run and its inputs. For a workflow run, also the runs of its steps",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: oneRun,
      handle: async ({ workspace, params: { id: runId }, ...asker }) => {
        const row = await findRun(database, { workspaceId: workspace.id, id: runId });
        const seesAll =
          row.project_id === null || (await canSeeProject(database, asker, row.project_id));
        return {
          body: {
            run: toRun(row),
            ...variablesOfRun(row, { seesAll }),
            seesLog: seesAll,
            logBytes: await logs.size(runId),
            steps: await listSteps(database, runId),
          },
        };
      },
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/runs/{id}/cancel",
      id: "cancelRun",
      summary:
        "Cancel a run. Ends immediately if the worker has not received it, otherwise when the worker confirms",
      policy: inProject("run.cancel", "run"),
      input: { params },
      audit: { event: "run.cancelled" },
      status: 202,
      answer: runAnswer,
      handle: async ({ workspace, params: { id: runId } }) => {
        const place = { workspaceId: workspace.id, id: runId };
        await cancelRun(deps, place);
        logs.notify(runId);
        return { body: toRun(await findRun(database, place)) };
      },
    }),
  ];
}

function startRoutes(deps: StartDeps): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/runs",
      id: "startRun",
      summary: "Run a skill on a worker, now or when the worker is next online",
      policy: inWorkspace("run.start"),
      input: {
        body: z
          .strictObject({
            skill: skillName,
            version: z.int().min(1).optional(),
            use: skillUse.optional(),
            worker: id,
            project: id.optional(),
            variables: skillInputs.default({}),
            limits,
          })
          .meta({ id: "NewRun" }),
      },
      audit: { event: "run.started" },
      status: 202,
      answer: started,
      handle: async ({ workspace, body, ...asker }) => {
        const { project: projectId } = body;
        if (projectId !== undefined) {
          const needed = { projectId, action: "run.start-project" } as const;
          await requireInProject(deps.database, asker, needed);
        }
        const asked = { ...body, workspaceId: workspace.id, by: asker.actor.userId };
        return { body: { id: await startSkillRun(deps, asked) } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/workflows/{id}/runs",
      id: "startWorkflowRun",
      summary: "Run a workflow on the named worker, or on a worker of its project",
      policy: inProject("run.start-project", "workflow"),
      input: {
        params,
        body: z
          .strictObject({ worker: id.optional(), limits })
          .meta({ id: "NewWorkflowRun" })
          .default({}),
      },
      audit: { event: "run.started" },
      status: 202,
      answer: started,
      handle: async ({ workspace, actor, params: { id: workflow }, body }) => {
        const asked = { ...body, workflow, workspaceId: workspace.id, by: actor.userId };
        return { body: { id: await startWorkflowRun(deps, asked) } };
      },
    }),
  ];
}
