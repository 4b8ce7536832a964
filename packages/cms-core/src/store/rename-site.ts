import { SITE_PATH } from "../content/layout.ts";
import { printSiteFile } from "../content/site-file.ts";
import { type AppliedFiles, writeFiles } from "./apply-files.ts";
import type { Actor, SiteWriter } from "./site-writer.ts";

export interface RenameSite {
  readonly name: string;
  readonly actor: Actor;
}

/**
 * Gives a site another name, in one commit: one line of `site.yml`, where comments and all else stay. A
 * `site.yml` that cannot be read is replaced by the version that counts instead.
 *
 * @throws CmsError `invalid_site` for a name that `site.yml` cannot hold
 */
export async function renameSite(
  writer: SiteWriter,
  { name, actor }: RenameSite,
): Promise<AppliedFiles> {
  return writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      const { site, siteBlob } = writer.index();
      const bytes = printSiteFile({ ...site, name }, await writer.repository.readBlob(siteBlob));
      const message = `Rename the site to ${name}`;
      return {
        files: new Map([[SITE_PATH, bytes]]),
        actor,
        message,
        trailers: { "Loam-Action": "rename-site" },
      };
    }),
  );
}
