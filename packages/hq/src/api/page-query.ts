import { z } from "zod";

/** The query parameters of a list that is read page by page. */
export const pageQuery: {
  readonly limit: z.ZodDefault<z.ZodCoercedNumber>;
  readonly cursor: z.ZodExactOptional<z.ZodString>;
} = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ description: "Rows on a page." }),
  cursor: z.string().exactOptional().meta({ description: "From the page before." }),
};
