import { randomBytes } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import { z } from "zod";
import type { GivenVariable } from "../variables/run-variables.ts";
import type { RunLimits } from "./run-process.ts";
import type { RunRequest } from "./runner.ts";

const MAX_SECONDS = 7 * 24 * 60 * 60;
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

/** Everything needed to start a run; stored with it, so that it is available after a crash. */
export interface RunOrder {
  readonly id: string;
  /** Without a version: the local one as it is. */
  readonly skill: {
    readonly name: string;
    readonly version: number | null;
    /** Git's id of its folder, if HQ sends it. */
    readonly tree?: string;
  };
  /** Whether someone has reviewed this version according to HQ; absent: requested on this machine. */
  readonly reviewed?: boolean;
  readonly workspaceId: string;
  readonly projectId?: string;
  readonly workDir?: string;
  readonly variables: readonly GivenVariable[];
  readonly precedence: VariablePrecedence;
  readonly limits: RunLimits;
  /** For the first run of a workflow: the following steps. Nothing starts unless all of them can run here. */
  readonly following?: readonly FollowingStep[];
  /** Variables of all steps of the workflow; `variables` also has the inputs of the first one. */
  readonly workflowVariables?: readonly GivenVariable[];
}

/** A later step of a run's workflow. */
interface FollowingStep {
  readonly skill: RunOrder["skill"];
  readonly inputs: Readonly<Record<string, string>>;
}

const SKILL = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  version: z.int().positive().nullable(),
  tree: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .exactOptional(),
});

const VARIABLES = z
  .array(
    z.object({
      key: z.string().regex(/^\w{1,128}$/),
      value: z.string().max(65_536),
      scope: z.enum(["workspace", "project", "workflow", "worker"]),
    }),
  )
  .max(10_000);

const ORDER: z.ZodType<RunOrder> = z.object({
  id: z.string().regex(/^r[a-z2-7]{19}$/),
  skill: SKILL,
  reviewed: z.boolean().exactOptional(),
  workspaceId: z.string().regex(/^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$/),
  projectId: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
    .exactOptional(),
  workDir: z
    .string()
    .min(1)
    .max(4096)
    .refine((path) => !path.includes("\0"))
    .exactOptional(),
  variables: VARIABLES,
  workflowVariables: VARIABLES.exactOptional(),
  precedence: z.enum(["worker-last", "workflow-last"]),
  limits: z.object({
    seconds: z.number().positive().max(MAX_SECONDS),
    outputBytes: z.int().positive().max(MAX_OUTPUT_BYTES),
  }),
  following: z
    .array(z.object({ skill: SKILL, inputs: z.record(z.string(), z.string()) }))
    .max(1000)
    .exactOptional(),
});

/** Parses an order of HQ, or of the worker's own state. @throws CmsError `invalid` */
export function parseRunOrder(value: unknown): RunOrder {
  const { data, error } = ORDER.safeParse(value);
  if (data !== undefined) return data;
  throw new CmsError("invalid", `The run order from HQ is invalid: ${z.prettifyError(error)}`);
}

const LIMITS = { seconds: 60 * 60, outputBytes: 10 * 1024 * 1024 } as const;

/** Creates the order of a request on this machine. @throws CmsError `invalid` */
export function orderOf(request: RunRequest, precedence: VariablePrecedence): RunOrder {
  const { skill, variables, workspaceId, projectId, workDir } = request;
  return parseRunOrder({
    id: newRunId(),
    skill: { name: skill, version: null },
    workspaceId,
    ...(projectId !== undefined && { projectId }),
    ...(workDir !== undefined && { workDir }),
    variables: [...variables].map(([key, value]) => ({ key, value, scope: "workflow" })),
    precedence,
    limits: LIMITS,
  });
}

/** Creates an id as HQ does: `r` and 19 characters of base32. */
export function newRunId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return `r${Array.from(randomBytes(19), (byte) => letters.charAt(byte % 32)).join("")}`;
}
