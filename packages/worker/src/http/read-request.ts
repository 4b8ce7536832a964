import { CmsError, type Issue, parseWholeNumber } from "@loam/cms-core";
import { parseVariableName, parseVariableValue } from "@loam/cms-core/template";
import type { Request } from "express";
import { z } from "zod";

/** Returns a query parameter; an empty one counts as absent. @throws CmsError `duplicate_parameter` */
export function parameter(request: Request, name: string): string | undefined {
  return parameterOrEmpty(request, name) || undefined;
}

/** Returns a parameter for which `""` is meaningful. @throws CmsError `duplicate_parameter` */
export function parameterOrEmpty(request: Request, name: string): string | undefined {
  const { searchParams } = new URL(request.originalUrl, "http://worker");
  const [value, ...others] = searchParams.getAll(name);
  if (others.length > 0) {
    throw new CmsError("duplicate_parameter", `The parameter ${name} is repeated. Pass it once.`, {
      details: { param: name },
    });
  }
  return value;
}

const DEFAULT_LIMIT = 20;

/** @throws CmsError `invalid_limit`, `invalid_offset` */
export function pageOf(request: Request): { readonly limit: number; readonly offset: number } {
  return {
    limit: numberParameter(request, "limit", { standard: DEFAULT_LIMIT, max: 100 }),
    offset: numberParameter(request, "offset", { standard: 0, max: 1e9 }),
  };
}

function numberParameter(
  request: Request,
  name: "limit" | "offset",
  { standard, max }: { readonly standard: number; readonly max: number },
): number {
  const text = parameter(request, name);
  if (text === undefined) return standard;
  const value = parseWholeNumber(text, max);
  if (value !== undefined) return value;
  throw new CmsError(`invalid_${name}`, `${name} must be a whole number from 0 to ${max}.`, {
    details: { param: name },
  });
}

/** Returns the part of the path after the last name of the route. */
export function pathPart(request: Request, name: "key" | "id"): string {
  const { [name]: value } = request.params;
  return typeof value === "string" ? value : "";
}

/** @throws CmsError `invalid`, with an issue for each field */
export function bodyOf<T>(request: Request, schema: z.ZodType<T>): T {
  const body: unknown = request.body;
  const { data, error } = schema.safeParse(body ?? {});
  if (error === undefined) return data;
  const issues = error.issues.flatMap((issue) => {
    const { path, message } = issue;
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    return unknown.length === 0
      ? [issueAt(path, message)]
      : unknown.map((key) => issueAt([...path, key], "Unknown key."));
  });
  const summary = issues
    .map(({ field, message }) => `${field || "The body"}: ${message}`)
    .join("; ");
  throw new CmsError("invalid", `The request body is invalid. ${summary}.`, { issues });
}

function issueAt(path: readonly PropertyKey[], message: string): Issue {
  return { code: "invalid", field: path.map(String).join("."), message };
}

/** A skill to check or run, and its context. */
export interface SkillRequest {
  readonly skill: string;
  readonly workspaceId: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly projectId?: string;
  readonly workDir?: string;
}

const skillRequestSchema = z.strictObject({
  skill: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be the name of a skill"),
  workspace_id: z.string().optional(),
  variables: z.record(z.string(), z.string()).optional(),
  project_id: z.string().optional(),
  workDir: z.string().min(1).max(4096).optional(),
});

/** @throws CmsError `invalid`, `too_large` */
export function skillRequestOf(request: Request): SkillRequest {
  const body = bodyOf(request, skillRequestSchema);
  const variables = Object.entries(body.variables ?? {}).map(
    ([name, value]) => [parseVariableName(name), parseVariableValue(value)] as const,
  );
  return {
    skill: body.skill,
    workspaceId: body.workspace_id ?? "",
    variables: new Map(variables),
    ...(body.project_id !== undefined && { projectId: body.project_id }),
    ...(body.workDir !== undefined && { workDir: body.workDir }),
  };
}
