import { isWorkDir, PORTS, type ProjectManifest, SERVER_NAME } from "@loam/cms-core/advice";
import { z } from "zod";

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, "Must not contain control characters.");

const workDir = z
  .string()
  .max(1024)
  .regex(/^[^\p{Cc}]*$/u, "Must not contain control characters.")
  .refine(isWorkDir, 'Must be an absolute path or start with ~/, and cannot contain "..".');

/** Validates a manifest from a user. */
export const projectManifest: z.ZodType<ProjectManifest> = z
  .strictObject({
    weight: z.enum(["light", "heavy"]).optional(),
    services: z
      .array(
        z.strictObject({
          name,
          ports: z.array(z.int().min(PORTS.first).max(PORTS.last)).max(100).readonly(),
        }),
      )
      .max(100)
      .readonly()
      .default([]),
    containers: z.int().min(0).max(1000).optional(),
    mcpServers: z
      .record(name.regex(SERVER_NAME), z.record(z.string().max(200), z.unknown()))
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
