export { createUser, type NewUser, type User } from "./identity/users/create-user.ts";
export { type DraftKeyFacts, regenerateDraftKey } from "./access/draft-key.ts";
export { createReadKey, type CreatedReadKey, type ReadKey } from "./access/read-keys.ts";
export { type Environment, type HqConfig, parseConfig, readEnvironment } from "./config.ts";
export { type Hq, openHq } from "./open-hq.ts";
export { type FirstAdminState, setUpHq, type SetUpReport } from "./set-up-hq.ts";
export { createSite, type NewSite } from "./sites/create-site.ts";
export {
  publishSite,
  type PublishSiteOptions,
  type PublishSiteReport,
  type RefusedEntry,
} from "./sites/publish-site.ts";
export { siteActor } from "./sites/site-actor.ts";
export {
  configuredPublicUrl,
  createSitePublisher,
  siteGitDir,
  type SitePublisherOptions,
} from "./sites/site-publisher.ts";
export type { SiteRegistry } from "./sites/site-registry.ts";
export { findSite, listSites, type Site } from "./sites/sites.ts";
export { type RunningHq, startHq, type StartHqOptions } from "./start-hq.ts";
export {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  type NewWorkspace,
  type Workspace,
} from "./workspaces/workspaces.ts";
