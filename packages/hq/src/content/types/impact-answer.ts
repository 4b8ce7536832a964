import type { SchemaImpact } from "@loam/cms-core/publish";
import { z } from "zod";
import { type ShownChange, shownChange } from "./type-answer.ts";

interface ShownProblem {
  readonly path?: string;
  readonly message: string;
}

/** What publishing a schema would do. */
export interface ImpactAnswer extends Omit<SchemaImpact, "changes" | "issues" | "effects"> {
  readonly changes: readonly ShownChange[];
  readonly problems: readonly ShownProblem[];
  readonly effects: readonly (Omit<SchemaImpact["effects"][number], "kind"> & {
    readonly kind: string;
  })[];
}

const affected = z.object({ id: z.string(), type: z.string(), slug: z.string() });

export const impactAnswer: z.ZodType<ImpactAnswer, ImpactAnswer> = z
  .object({
    apiId: z.string(),
    version: z.int().meta({ description: "The newest published one; 0 for none." }),
    changes: z.array(shownChange).readonly(),
    problems: z
      .array(z.object({ path: z.string().exactOptional(), message: z.string() }))
      .readonly()
      .meta({ description: "Why it cannot be published; nothing else is looked at then." }),
    entries: z.int().meta({ description: "How many entries were looked at." }),
    effects: z
      .array(
        z.object({
          kind: z.string(),
          field: z.string(),
          count: z.int(),
          ids: z.array(z.string()).readonly(),
        }),
      )
      .readonly(),
    republish: z
      .object({
        entries: z.array(affected).readonly(),
        files: z.array(z.string()).readonly(),
        refused: z.array(z.string()).readonly(),
      })
      .meta({ description: "What would change if everything live were published again." }),
  })
  .meta({ id: "SchemaImpact" });

/** An impact as it is answered. */
export function answerImpact({ issues, ...impact }: SchemaImpact): ImpactAnswer {
  const problems = issues.map(({ field, message }) => {
    return { ...(field !== undefined && { path: field }), message };
  });
  return { ...impact, problems };
}
