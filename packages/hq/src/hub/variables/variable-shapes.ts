import type { VariableScope } from "@loam/cms-core/template";
import { z } from "zod";

export const variableScope: z.ZodType<VariableScope, VariableScope> = z
  .enum(["workspace", "project", "workflow", "worker"])
  .meta({ id: "VariableScope" });

/** A variable in requests. */
export const newVariable: z.ZodType<{ readonly value: string }> = z
  .strictObject({ value: z.string() })
  .meta({ id: "NewVariable" });
