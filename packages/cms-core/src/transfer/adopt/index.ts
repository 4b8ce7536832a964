export { adoptedSiteId, adoptRepository, type AdoptOptions } from "./adopt-repository.ts";
export type { AdoptedCollection, AdoptReport, LeftCollection } from "./adopt-report.ts";
