import { checkRequirements } from "../preflight/check-requirements.ts";
import { parseWorkspaceId } from "../secrets/secrets.ts";
import { localPrecedence } from "../variables/local-precedence.ts";
import type { InterfaceParts, Routes } from "./interface-parts.ts";
import { pathPart, skillRequestOf } from "./read-request.ts";
import { noRun, streamLog } from "./stream-log.ts";

/** Routes for skills, their requirements, their runs, and diagnostics. */
export function runRoutes(parts: InterfaceParts): Routes {
  const { runner } = parts;
  return {
    "/api/skills": {
      get: async (_request, response) => {
        const skills = (await parts.listSkills()).map(({ problem, ...skill }) => {
          return problem === undefined ? skill : Object.assign(skill, { problem: problem.message });
        });
        response.json({ skills, totalCount: skills.length });
      },
    },
    "/api/check": {
      post: async (request, response) => {
        const { skill, workspaceId, variables } = skillRequestOf(request);
        const { requires } = await parts.readSkill(skill);
        const workspace = parseWorkspaceId(workspaceId);
        const place = { config: parts.config, state: parts.secrets.state };
        const readiness = checkRequirements(parts, requires, {
          workspaceId: workspace,
          variables: Array.from(variables, ([key, value]) => ({ key, value, scope: "workflow" })),
          precedence: localPrecedence(place, workspace),
          isLocal: true,
        });
        response.json(readiness);
      },
    },
    ...ownRunRoutes(runner),
    "/api/doctor": {
      get: async (_request, response) => {
        response.json({ findings: await parts.diagnose() });
      },
    },
  };
}

function ownRunRoutes(runner: InterfaceParts["runner"]): Routes {
  return {
    "/api/runs": {
      get: (_request, response) => {
        const runs = runner.listRuns();
        response.json({ runs, totalCount: runs.length });
      },
      post: async (request, response) => {
        const skillRequest = skillRequestOf(request);
        parseWorkspaceId(skillRequest.workspaceId);
        const { id } = await runner.startRun(skillRequest);
        response.status(202).set("Location", `/api/runs/${id}`).json({ id });
      },
    },
    "/api/runs/:id": {
      get: (request, response) => {
        const run = runner.getRun(pathPart(request, "id"));
        if (run === undefined) throw noRun(pathPart(request, "id"));
        response.json(run);
      },
    },
    "/api/runs/:id/log": {
      get: async (request, response) => {
        await streamLog(runner, pathPart(request, "id"), { request, response });
      },
    },
    "/api/runs/:id/cancel": {
      post: async (request, response) => {
        response.json(await runner.cancelRun(pathPart(request, "id")));
      },
    },
  };
}
