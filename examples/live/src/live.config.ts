import { loamLiveCollections } from "@loam/astro/live";

export const collections = { ...(await loamLiveCollections()) };
