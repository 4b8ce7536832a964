import { docsSchema } from "@astrojs/starlight/schema";
import { loamLoader } from "@loam/astro/content";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";

/** Of an entry, what Starlight asks for by other names; its own pages have none of it. */
const named = z.looseObject({
  summary: z.string().optional(),
  updatedAt: z.coerce.date().optional(),
});

export const collections = {
  // All that Starlight has from here; the components of this site read `loam:content`.
  docs: defineCollection({
    loader: loamLoader("docs"),
    schema: (context) => z.preprocess(forStarlight, docsSchema()(context)),
  }),
};

function forStarlight(value: unknown): unknown {
  const { summary, updatedAt, ...page } = named.parse(value);
  return { description: summary, lastUpdated: updatedAt, ...page };
}
