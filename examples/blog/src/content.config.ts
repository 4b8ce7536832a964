import { loamCollections } from "@loam/astro/content";

export const collections = { ...(await loamCollections()) };
