import { docsSchema } from "@astrojs/starlight/schema";
import { loamLoader } from "@loam/astro/content";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";

/** Properties of an entry that Starlight has under other names. Starlight's own pages don't have them. */
const named = z.looseObject({
  summary: z.string().optional(),
  updatedAt: z.coerce.date().optional(),
});

export const collections = {
  // Starlight reads only this collection. The components of this site read `loam:content`.
  docs: defineCollection({
    loader: loamLoader("docs"),
    schema: (context) => z.preprocess(forStarlight, docsSchema()(context)),
  }),
};

function forStarlight(value: unknown): unknown {
  const { summary, updatedAt, ...page } = named.parse(value);
  return { description: summary, lastUpdated: updatedAt, ...page };
}
