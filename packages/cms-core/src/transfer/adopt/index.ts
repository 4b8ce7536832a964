export { adoptedSiteId, adoptRepository } from "./adopt-repository.ts";
export type {
  AdoptedCollection,
  AdoptOptions,
  AdoptReport,
  LeftCollection,
} from "./plan-adoption.ts";
