export { createUser, type NewUser, type User } from "./people/identity/users/users.ts";
export { type DraftKeyFacts, regenerateDraftKey } from "./people/access/draft-key.ts";
export { createReadKey, type CreatedReadKey, type ReadKey } from "./people/access/read-keys.ts";
export {
  type Environment,
  type HqConfig,
  parseConfig,
  readEnvironment,
} from "./platform/config/config.ts";
export { type Hq, openHq } from "./platform/hq.ts";
export {
  type FirstAdminState,
  setUpHq,
  type SetUpReport,
} from "./people/identity/setup/set-up-hq.ts";
export { createSite, type NewSite } from "./sites/manage/create-site.ts";
export {
  publishSite,
  type PublishSiteOptions,
  type PublishSiteReport,
  type FaultyEntry,
} from "./sites/publisher/publish-site.ts";
export { siteActor } from "./sites/registry/site-content.ts";
export {
  configuredPublicUrl,
  createSitePublisher,
  siteGitDir,
  type SitePublisherOptions,
} from "./sites/publisher/site-publisher.ts";
export type { SiteRegistry } from "./sites/registry/site-registry.ts";
export { findSite, listSites, type Site } from "./people/workspaces/sites.ts";
export { type RunningHq, startHq, type StartHqOptions } from "./server/start-hq.ts";
export {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  type NewWorkspace,
  type Workspace,
} from "./people/workspaces/workspaces.ts";
