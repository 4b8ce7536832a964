import { SITE_PATH } from "../content/layout.ts";
import { printSiteFile } from "../content/site-file.ts";
import type { SiteConfig, SvgRule } from "../model/site.ts";
import { type AppliedFiles, writeFiles } from "./apply-files.ts";
import type { Actor, SiteWriter } from "./site-writer.ts";

/** What is to be otherwise in `site.yml`; what is not named stays. */
export interface SiteSettings {
  readonly name?: string | undefined;
  /** By API id, as `/blog/{slug}`; null takes a route away, so that links lead to `/<api_id>/<slug>`. */
  readonly routes?: Readonly<Record<string, string | null>> | undefined;
  readonly svg?: SvgRule | undefined;
}

export interface ChangeSettings extends SiteSettings {
  readonly actor: Actor;
}

/**
 * Changes what `site.yml` says, in one commit: only the lines that differ, comments and all else stay. When nothing
 * differs there is no commit. A `site.yml` that cannot be read is replaced by the version that counts instead.
 *
 * @throws CmsError `invalid_site` for what `site.yml` cannot hold
 */
export async function changeSettings(
  writer: SiteWriter,
  { actor, ...settings }: ChangeSettings,
): Promise<AppliedFiles> {
  return writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      const { site, siteBlob } = writer.index();
      const current = await writer.repository.readBlob(siteBlob);
      const bytes = printSiteFile(withSettings(site, settings), current);
      const isName = settings.name !== undefined && settings.name !== site.name;
      const message = isName ? `Rename the site to ${settings.name}` : "Change the site's settings";
      return {
        files: new Map([[SITE_PATH, bytes]]),
        actor,
        message,
        trailers: { "Loam-Action": isName ? "rename-site" : "site-settings" },
      };
    }),
  );
}

function withSettings(site: SiteConfig, { name, routes = {}, svg }: SiteSettings): SiteConfig {
  const wanted = Object.entries({ ...site.routes, ...routes });
  const kept = wanted.filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    ...site,
    name: name ?? site.name,
    routes: Object.fromEntries(kept),
    ...(svg === undefined ? {} : { media: { svg } }),
  };
}
