import { z } from "zod";

export const CHANGES = "/sites/{site}/changes";
export const CHANGE: string = `${CHANGES}/{n}`;

export const changeNumber: z.ZodCoercedNumber = z.coerce
  .number()
  .int()
  .min(1)
  .meta({ description: "Number of the change request." });

export const changeParams: z.ZodType<{ readonly n: number }> = z.object({ n: changeNumber });
