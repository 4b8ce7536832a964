import { z } from "zod";

/** A worker's report about itself: names and numbers, never the values of secrets. */
export interface WorkerFacts {
  readonly version?: string | undefined;
  /** The coding agent. */
  readonly agent?: string | undefined;
  readonly hostname?: string | undefined;
  /** URL for wake-up requests. */
  readonly url?: string | undefined;
  /** How it isolates runs. */
  readonly isolation?: WorkerIsolation | undefined;
  /** Maximum number of concurrent runs. */
  readonly concurrentRuns?: number | undefined;
  readonly cores?: number | undefined;
  /** Load averages of the last 1, 5, and 15 minutes. */
  readonly load?: readonly number[] | undefined;
  readonly memoryTotal?: number | undefined;
  readonly memoryFree?: number | undefined;
  readonly diskFree?: number | undefined;
  readonly skills?: readonly DeployedSkill[] | undefined;
  readonly mcpServers?: readonly string[] | undefined;
  /** Names of its own variables. */
  readonly variables?: readonly string[] | undefined;
  readonly secrets?: readonly SecretName[] | undefined;
  /** Ids of its active runs. */
  readonly runs?: readonly string[] | undefined;
}

/** How strongly runs are isolated from the machine and from each other. */
interface WorkerIsolation {
  readonly level: "none" | "contained" | "boxed";
  /** The mechanism. */
  readonly by: string;
  /** Whether its operator chose this level. */
  readonly isChosen: boolean;
  /** Higher levels and what the machine lacks for them. */
  readonly unavailable: readonly { readonly level: string; readonly reason: string }[];
}

interface DeployedSkill {
  readonly name: string;
  readonly version: number | null;
  readonly tree?: string | undefined;
}

interface SecretName {
  readonly key: string;
  /** Empty for a secret that is available in every workspace. */
  readonly workspaceId: string;
}

const name = z.string().max(200);
const names = z.array(name).max(5000).readonly();

const isolation: z.ZodType<WorkerIsolation> = z.object({
  level: z.enum(["none", "contained", "boxed"]),
  by: name,
  isChosen: z.boolean(),
  unavailable: z
    .array(z.object({ level: name, reason: z.string().max(2000) }))
    .max(10)
    .readonly(),
});

export const workerFacts: z.ZodType<WorkerFacts> = z
  .object({
    version: name,
    agent: name,
    hostname: name,
    url: z.string().max(2000),
    isolation,
    concurrentRuns: z.int(),
    cores: z.number(),
    load: z.array(z.number()).max(3).readonly(),
    memoryTotal: z.number(),
    memoryFree: z.number(),
    diskFree: z.number(),
    skills: z
      .array(z.object({ name, version: z.int().nullable(), tree: name.optional() }))
      .max(5000)
      .readonly(),
    mcpServers: names,
    variables: names,
    secrets: z
      .array(z.object({ key: name, workspaceId: name }))
      .max(5000)
      .readonly(),
    runs: names,
  })
  .partial()
  .meta({ id: "WorkerFacts" });
