import { isAbsolute } from "node:path";
import { z } from "zod";

/** Requirements of a project on a machine, as far as specified. */
export interface ProjectManifest {
  /** `heavy`: a database, containers, its own MCP servers, or several ports. Absent: derived from the other fields. */
  readonly weight?: "light" | "heavy" | undefined;
  readonly services: readonly { readonly name: string; readonly ports: readonly number[] }[];
  readonly containers?: number | undefined;
  /** Entries for the worker's MCP configuration, by server name. */
  readonly mcpServers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of skills. */
  readonly skills: readonly string[];
  /** Names of required variables and secrets. */
  readonly envVars: readonly string[];
  /** Its folder on the worker, absolute or relative to the home folder with `~/`. */
  readonly workDir?: string | undefined;
}

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, "Must not contain control characters.");

const workDir = z
  .string()
  .max(1024)
  .regex(/^[^\p{Cc}]*$/u, "Must not contain control characters.")
  .refine(
    (path) => isAbsolute(path.replace(/^~(?=\/)/, "")) && !path.split("/").includes(".."),
    'Must be an absolute path or start with ~/, and cannot contain "..".',
  );

/** Validates a manifest from a user. */
export const projectManifest: z.ZodType<ProjectManifest> = z
  .strictObject({
    weight: z.enum(["light", "heavy"]).optional(),
    services: z
      .array(
        z.strictObject({
          name,
          ports: z.array(z.int().min(1).max(65_535)).max(100).readonly(),
        }),
      )
      .max(100)
      .readonly()
      .default([]),
    containers: z.int().min(0).max(1000).optional(),
    mcpServers: z
      .record(name.regex(/^[\w.-]+$/), z.record(z.string().max(200), z.unknown()))
      .refine((servers) => JSON.stringify(servers).length <= 65_536, "Can be up to 64 KiB.")
      .default({}),
    skills: z
      .array(z.string().regex(/^[a-z0-9-]{1,64}$/))
      .max(500)
      .readonly()
      .default([]),
    envVars: z
      .array(z.string().regex(/^\w{1,128}$/))
      .max(500)
      .readonly()
      .default([]),
    workDir: workDir.optional(),
  })
  .meta({ id: "ProjectManifest" });
