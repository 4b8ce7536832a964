import { CmsError } from "@loam/cms-core";
import { z } from "zod";

/** What a project needs on a machine, as known to HQ. */
export interface Manifest {
  readonly weight?: "light" | "heavy";
  readonly services: readonly { readonly name: string; readonly ports: readonly number[] }[];
  readonly containers?: number;
  readonly mcpServers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly skills: readonly string[];
  /** Names of variables and secrets. */
  readonly envVars: readonly string[];
  /** Absolute, or below the user's home with `~/`. */
  readonly workDir?: string;
}

// Not strict: a newer HQ can send more.
const schema: z.ZodType<Manifest> = z.object({
  weight: z.enum(["light", "heavy"]).exactOptional(),
  services: z
    .array(z.object({ name: z.string(), ports: z.array(z.int().min(1).max(65_535)).default([]) }))
    .default([]),
  containers: z.int().min(0).exactOptional(),
  mcpServers: z
    .record(z.string().regex(/^[\w.-]{1,100}$/), z.record(z.string(), z.unknown()))
    .default({}),
  skills: z.array(z.string()).default([]),
  envVars: z.array(z.string()).default([]),
  workDir: z.string().min(1).max(1024).exactOptional(),
});

/** @throws CmsError `invalid` */
export function parseManifest(value: unknown): Manifest {
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  throw new CmsError("invalid", `The project manifest is invalid: ${z.prettifyError(error)}`);
}
