import type { RequestHandler } from "express";
import { z } from "zod";
import {
  deleteSecret,
  listSecrets,
  noSecret,
  parseWorkspaceId,
  putSecret,
  type SecretKey,
} from "../secrets/secrets.ts";
import {
  deleteVariable,
  getVariable,
  listVariables,
  noVariable,
  putVariable,
  type WorkerVariable,
} from "../variables/worker-variables.ts";
import type { InterfaceParts, Routes } from "./interface-parts.ts";
import { bodyOf, parameterOrEmpty, pathPart } from "./read-request.ts";

const variableBody = z.strictObject({ value: z.string() });
const secretBody = z.strictObject({ value: z.string(), workspace_id: z.string().default("") });

/** Routes for variables and secrets of this machine. No API returns the value of a secret. */
export function settingRoutes({ secrets, now }: InterfaceParts): Routes {
  const { state } = secrets;
  const putOneVariable: RequestHandler = (request, response) => {
    const { value } = bodyOf(request, variableBody);
    const key = pathPart(request, "key");
    response.json(renderVariable(putVariable(state, { key, value, at: now() })));
  };
  const putOneSecret: RequestHandler = (request, response) => {
    const { value, workspace_id: workspaceId } = bodyOf(request, secretBody);
    const key = pathPart(request, "key");
    response.json(renderSecret(putSecret(secrets, { key, workspaceId, value, at: now() })));
  };
  return {
    "/api/variables": {
      get: (_request, response) => {
        const variables = listVariables(state).map(renderVariable);
        response.json({ variables, totalCount: variables.length });
      },
    },
    "/api/variables/:key": {
      get: (request, response) => {
        response.json(renderVariable(getVariable(state, pathPart(request, "key"))));
      },
      put: putOneVariable,
      delete: (request, response) => {
        const key = pathPart(request, "key");
        if (!deleteVariable(state, key)) throw noVariable(key);
        response.status(204).end();
      },
    },
    "/api/secrets": {
      get: (request, response) => {
        const keys = listSecrets(secrets, parameterOrEmpty(request, "workspace_id")).map(
          renderSecret,
        );
        response.json({ secrets: keys, totalCount: keys.length });
      },
    },
    "/api/secrets/:key": {
      put: putOneSecret,
      delete: (request, response) => {
        const key = pathPart(request, "key");
        const workspaceId = parseWorkspaceId(parameterOrEmpty(request, "workspace_id") ?? "");
        if (!deleteSecret(secrets, { key, workspaceId })) throw noSecret(key, workspaceId);
        response.status(204).end();
      },
    },
  };
}

function renderVariable({ key, value, updatedAt }: WorkerVariable): object {
  return { key, value, scope: "worker", updatedAt };
}

function renderSecret({ key, workspaceId, updatedAt, masked }: SecretKey): object {
  return { key, workspace_id: workspaceId, updatedAt, masked };
}
