import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";
import { repositoryDocs } from "./repository/repository-docs.ts";

export const collections = {
  docs: defineCollection({ loader: repositoryDocs(), schema: docsSchema() }),
};
