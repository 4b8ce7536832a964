import { CmsError } from "../../base/errors.ts";
import { typePath, versionPath } from "../../content/site/layout.ts";
import { writeFiles, type AppliedFiles } from "./apply-files.ts";
import type { DeleteOptions } from "./delete-entry.ts";
import { requireType } from "./require-entry.ts";
import type { SiteWriter } from "./site-writer.ts";

/**
 * Removes a content type that has no entries: its working schema and its versions, in one commit. They
 * stay in the history, and one that is made again under the same API id goes on from there
 * (`checkTypeChange`).
 *
 * @throws CmsError `content_type_not_found`, `conflict` while it has entries or files that cannot be read, `stale`
 */
export async function deleteType(
  writer: SiteWriter,
  apiId: string,
  { actor, message = `Delete content type ${apiId}`, expected }: DeleteOptions,
): Promise<AppliedFiles> {
  return writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      const { index, repository } = writer;
      const { versions } = requireType(index(), apiId);
      const count = index().countEntries(apiId);
      if (count > 0) {
        const entries = count === 1 ? "an entry" : `${count} entries`;
        throw new CmsError("conflict", `"${apiId}" has ${entries}; delete them first.`);
      }
      const [unread] = index().unreadFiles(apiId);
      if (unread !== undefined) {
        const why = `"${apiId}" has ${unread.path}, which cannot be read; mend or remove it first.`;
        throw new CmsError("conflict", why);
      }
      const path = typePath(apiId);
      const current = (await repository.readPath(index().head, path))?.oid ?? null;
      if (expected !== undefined && expected !== current) {
        throw new CmsError("stale", "The content type was changed meanwhile; read it again.", {
          details: { expected, current },
        });
      }
      const paths = [path, ...[...versions.keys()].map((version) => versionPath(apiId, version))];
      const files = new Map(paths.map((one) => [one, null]));
      return { files, actor, message, trailers: { "Loam-Action": "delete-type" } };
    }),
  );
}
