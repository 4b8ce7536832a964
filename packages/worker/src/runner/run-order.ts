import { randomBytes } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import { z } from "zod";
import type { GivenVariable } from "../variables/run-variables.ts";
import type { RunLimits } from "./run-process.ts";
import type { RunRequest } from "./runner.ts";

const MAX_SECONDS = 7 * 24 * 60 * 60;
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

/** All that there is to know of a run before it begins: kept with it, so that a start after a crash has it. */
export interface RunOrder {
  readonly id: string;
  /** Without a version: the one that is here, as it is. */
  readonly skill: {
    readonly name: string;
    readonly version: number | null;
    /** Git's id of its folder, where HQ says it. */
    readonly tree?: string;
  };
  /** Whether somebody has reviewed this version, as HQ says; absent: it was asked for on this machine. */
  readonly reviewed?: boolean;
  readonly workspaceId: string;
  readonly projectId?: string;
  readonly workDir?: string;
  readonly variables: readonly GivenVariable[];
  readonly precedence: VariablePrecedence;
  readonly limits: RunLimits;
  /** Of the first run of a workflow, what comes after it: nothing begins unless all of it can run here. */
  readonly following?: readonly FollowingStep[];
  /** What all steps of the workflow are given; `variables` has the inputs of the first one, too. */
  readonly workflowVariables?: readonly GivenVariable[];
}

/** A later step of the workflow that a run belongs to. */
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

/** An order of HQ, or of the worker's own state. @throws CmsError `invalid` */
export function parseRunOrder(value: unknown): RunOrder {
  const { data, error } = ORDER.safeParse(value);
  if (data !== undefined) return data;
  throw new CmsError("invalid", `The run order from HQ is invalid: ${z.prettifyError(error)}`);
}

const LIMITS = { seconds: 60 * 60, outputBytes: 10 * 1024 * 1024 } as const;

/** The order of a call on this machine. @throws CmsError `invalid` */
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

/** As HQ makes them: `r` and 19 characters of base32. */
export function newRunId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return `r${Array.from(randomBytes(19), (byte) => letters.charAt(byte % 32)).join("")}`;
}
