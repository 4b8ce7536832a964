import { docsSchema } from "@astrojs/starlight/schema";
import { loamLoader } from "@loam/astro/content";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";

/** Maps entry fields to the names Starlight expects. Its own pages have none of these fields. */
const named = z.looseObject({
  summary: z.string().optional(),
  updatedAt: z.coerce.date().optional(),
});

export const collections = {
  // Everything Starlight reads. The components of this site read `loam:content`.
  docs: defineCollection({
    loader: loamLoader("docs"),
    schema: (context) => z.preprocess(forStarlight, docsSchema()(context)),
  }),
};

function forStarlight(value: unknown): unknown {
  const { summary, updatedAt, ...page } = named.parse(value);
  return { description: summary, lastUpdated: updatedAt, ...page };
}
