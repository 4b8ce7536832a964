import { z } from "zod";

/** What a worker tells of itself: names and numbers, never the value of a secret. */
export interface WorkerFacts {
  readonly version?: string | undefined;
  /** The coding agent. */
  readonly agent?: string | undefined;
  readonly hostname?: string | undefined;
  /** Where HQ can knock at it. */
  readonly url?: string | undefined;
  /** How it keeps runs apart. */
  readonly isolation?: WorkerIsolation | undefined;
  /** How many runs it has under way at one time. */
  readonly concurrentRuns?: number | undefined;
  readonly cores?: number | undefined;
  /** Of the last minute, of five and of fifteen. */
  readonly load?: readonly number[] | undefined;
  readonly memoryTotal?: number | undefined;
  readonly memoryFree?: number | undefined;
  readonly diskFree?: number | undefined;
  readonly skills?: readonly DeployedSkill[] | undefined;
  readonly mcpServers?: readonly string[] | undefined;
  /** Names of its own variables. */
  readonly variables?: readonly string[] | undefined;
  readonly secrets?: readonly SecretName[] | undefined;
  /** Ids of what it runs now. */
  readonly runs?: readonly string[] | undefined;
}

/** How far runs are kept apart from the machine and from each other. */
interface WorkerIsolation {
  readonly level: "none" | "contained" | "boxed";
  /** By what. */
  readonly by: string;
  /** Whether its operator asked for this level. */
  readonly isChosen: boolean;
  /** Higher levels, and what the machine lacks for them. */
  readonly unavailable: readonly { readonly level: string; readonly reason: string }[];
}

interface DeployedSkill {
  readonly name: string;
  readonly version: number | null;
  readonly tree?: string | undefined;
}

interface SecretName {
  readonly key: string;
  /** Empty for one that is there in every workspace. */
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
