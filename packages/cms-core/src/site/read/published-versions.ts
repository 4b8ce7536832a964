import { readOr } from "../../base/errors.ts";
import { parseVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath } from "../../content/site/layout.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import { MAIN, PUBLISHED } from "./branches.ts";

/**
 * Reads every schema version of a site that was ever published, from the histories of `main` and `published`. Needed
 * when version files were deleted: their numbers, ids, and API ids must not be reused, and live entries may still be
 * shown with them.
 *
 * @param apiId - of one type; undefined: all types
 */
export async function readPublishedVersions(
  repository: GitRepository,
  site: SiteConfig,
  apiId?: string,
): Promise<SchemaVersion[]> {
  const tips = await Promise.all([repository.resolveRef(MAIN), repository.resolveRef(PUBLISHED)]);
  const commits = tips.filter((tip) => tip !== undefined);
  const folder = apiId === undefined ? "types" : `types/${apiId}/versions`;
  const files = await repository.fileVersions({ commits, folder });
  const versions = files.filter(({ path }) => classifyPath(path, site).kind === "version");
  const unique = [...new Map(versions.map((file) => [`${file.path}\0${file.oid}`, file])).values()];
  const read = await readFiles(repository, unique, ({ oid }) => oid);
  // An unreadable file was never a version.
  return read.flatMap(([{ path }, bytes]) => readOr(() => [parseVersionFile(bytes, path)], []));
}
