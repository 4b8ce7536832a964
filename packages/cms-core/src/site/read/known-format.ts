import { checkFormatFile, FORMAT_PATH, newerFormat } from "../../content/site/format-file.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import { SITE_FORMAT, siteFileFormat } from "../../content/site/site-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { PUBLISHED } from "./branches.ts";

/**
 * Rejects a repository written by a newer version of Loam, before anything in it is read or changed.
 *
 * @throws CmsError `repository_format_unknown`
 */
export async function requireKnownFormat(
  repository: Pick<GitRepository, "readPath" | "resolveRef">,
): Promise<void> {
  const published = await repository.resolveRef(PUBLISHED);
  if (published !== undefined) await requireFormatAt(repository, published);
}

/**
 * Like `requireKnownFormat`, using `site.yml` of a commit of `main`. Repositories without publishes have the format
 * number only there.
 *
 * @throws CmsError `repository_format_unknown`
 */
export async function requireSiteFormat(
  repository: Pick<GitRepository, "readPath">,
  commit: string,
): Promise<void> {
  const file = await repository.readPath(commit, SITE_PATH);
  const format = file && siteFileFormat(file.bytes);
  if (format !== undefined && format > SITE_FORMAT) throw newerFormat(format, SITE_FORMAT);
}

/** Like `requireKnownFormat`, for one commit of `published`. */
export async function requireFormatAt(
  repository: Pick<GitRepository, "readPath">,
  commit: string,
): Promise<void> {
  checkFormatFile((await repository.readPath(commit, FORMAT_PATH))?.bytes);
}
