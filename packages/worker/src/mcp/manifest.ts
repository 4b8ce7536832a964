import { CmsError } from "@loam/cms-core";
import { PORTS, type ProjectManifest, SERVER_NAME } from "@loam/cms-core/advice";
import { z } from "zod";

// Not strict: a newer HQ can send more.
const schema: z.ZodType<ProjectManifest> = z.object({
  weight: z.enum(["light", "heavy"]).exactOptional(),
  services: z
    .array(
      z.object({
        name: z.string(),
        ports: z.array(z.int().min(PORTS.first).max(PORTS.last)).default([]),
      }),
    )
    .default([]),
  containers: z.int().min(0).exactOptional(),
  mcpServers: z
    .record(z.string().regex(SERVER_NAME), z.record(z.string(), z.unknown()))
    .default({}),
  skills: z.array(z.string()).default([]),
  envVars: z.array(z.string()).default([]),
  workDir: z.string().min(1).max(1024).exactOptional(),
});

/** @throws CmsError `invalid` */
export function parseManifest(value: unknown): ProjectManifest {
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  throw new CmsError("invalid", `The project manifest is invalid: ${z.prettifyError(error)}`);
}
