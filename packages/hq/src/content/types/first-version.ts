import {
  type Actor,
  isEnough,
  requireScope,
  type SiteRole,
} from "../../api/permissions/permissions.ts";
import { applySettingsLive } from "../../sites/publisher/publish-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";

interface FirstVersion {
  readonly siteId: string;
  readonly actor: Actor;
  readonly role: SiteRole;
  /** API id of the type. */
  readonly type: string;
}

/**
 * Publishes the schema of a type without a version, because its first entry is being created. Requires permission to
 * change schemas, because a published version is immutable.
 *
 * @throws CmsError `invalid_schema` and similar if the working schema cannot be published, `forbidden` for a token
 */
export async function publishFirstVersion(
  { hq, sites }: Pick<SiteServices, "hq" | "sites">,
  { siteId, actor, role, type }: FirstVersion,
): Promise<void> {
  const { store } = await sites.content(siteId);
  const state = store.type(type);
  if (state === undefined || state.latest !== undefined) return;
  if (!isEnough(role, "schema.write")) return;
  requireScope(actor, "schema.write");
  await store.publishSchema(type, { actor: siteActor(actor) });
  await applySettingsLive(hq, store, siteActor(actor));
  await sites.follow(siteId);
}
