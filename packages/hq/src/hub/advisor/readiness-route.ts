import { isCmsError } from "@loam/cms-core";
import { resolveVariables } from "@loam/cms-core/template";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { askWorker } from "../relay/ask-worker.ts";
import { readVersions } from "../skills/skill-answer.ts";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import { findVariableOwners } from "../variables/variable-routes.ts";
import { readScopes } from "../variables/variables.ts";
import type { Polls } from "../workers/polls.ts";
import { cutText } from "../workers/worker-api.ts";
import { listWorkers, type Worker } from "../workers/workers.ts";

interface ReadinessServices {
  readonly hq: Hq;
  readonly skills: SkillRepositories;
  readonly hub: { readonly polls: Polls };
}

const text = z.string().max(1000);

const skillReadiness = z.object({
  name: text,
  version: z.number().nullable(),
  ready: z.boolean(),
  items: z
    .array(z.object({ kind: text, name: text, status: text, detail: text.optional() }))
    .max(1000),
});

const reportedItem = cutText(1000);

const checked = z.object({
  skills: z
    .array(
      skillReadiness.extend({
        items: z
          .array(
            z.object({
              kind: reportedItem,
              name: reportedItem,
              status: reportedItem,
              detail: reportedItem.optional(),
            }),
          )
          .max(1000),
      }),
    )
    .max(5000),
});

const workerReadiness = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(["pending", "online", "offline", "revoked"]),
    problem: z
      .string()
      .optional()
      .meta({ description: "Error code that explains why the state is unknown." }),
    skills: z.array(skillReadiness),
  })
  .meta({ id: "WorkerReadiness" });

type WorkerReadiness = z.output<typeof workerReadiness>;

/** `/workspaces/{ws}/readiness`: which workers meet the requirements of which skills. */
export function readinessRoute({
  hq,
  skills,
  hub: { polls },
}: ReadinessServices): readonly Route[] {
  const { database, config } = hq;

  async function checkOn(worker: Worker, body: unknown): Promise<WorkerReadiness> {
    const { id, name, state, workspaceId } = worker;
    try {
      const answer = await askWorker({ database, polls }, { workspaceId, id }, "check", () => body);
      const { success, data } = checked.safeParse(answer);
      // An invalid response of one worker must not hide the others.
      if (!success) return { id, name, state, problem: "source_invalid", skills: [] };
      return { id, name, state, skills: data.skills };
    } catch (error) {
      if (!isCmsError(error)) throw error;
      return { id, name, state, problem: error.code, skills: [] };
    }
  }

  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/readiness",
      id: "getReadiness",
      summary:
        "Get what each online worker is missing for each skill. The workers are asked when the request is made",
      policy: inWorkspace("skill.read"),
      input: {
        query: z.object({
          project: z.string().exactOptional().meta({ description: "Includes its variables." }),
          workflow: z.string().exactOptional().meta({ description: "Includes its variables." }),
        }),
      },
      answer: z.object({
        skills: z.array(z.object({ name: z.string(), version: z.number() })),
        workers: z.array(workerReadiness),
      }),
      handle: async ({ workspace, query }) => {
        const workspaceId = workspace.id;
        const owners = await findVariableOwners(database, { workspaceId, ...query });
        const store = await skills.of(workspaceId);
        const versions = await store.list();
        const read = await readVersions(store, versions);
        const requires = new Map(read.map(({ version, skill }) => [version.name, skill.requires]));
        const wanted = versions.map(({ name, version }) => ({ name, version }));
        const scopes = await readScopes(database, owners);
        const precedence = config.variablePrecedence;
        const resolved = resolveVariables(scopes, precedence);
        const variables = [...resolved].map(([key, { value, scope }]) => ({ key, value, scope }));
        const workers = await listWorkers(database, workspaceId, polls);
        // Requirements are included, because a worker that must fetch missing skills first would respond too late.
        const asking = wanted.map((one) => ({ ...one, requires: requires.get(one.name) }));
        const body = { skills: asking, workspaceId, variables, precedence };
        const known = workers.filter(({ state }) => state === "online" || state === "offline");
        const asked = known.map((worker) => checkOn(worker, body));
        return { body: { skills: wanted, workers: await Promise.all(asked) } };
      },
    }),
  ];
}
