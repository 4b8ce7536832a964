import { CmsError } from "../../base/errors.ts";
import { typePath, versionPath } from "../../content/site/layout.ts";
import { type AppliedFiles, writeFiles } from "./apply-files.ts";
import { checkExpected, requireType, type SaveOptions, uniqueEntry } from "./save-rules.ts";
import { type SiteWriter, withRetries } from "./site-writer.ts";

export interface DeleteOptions extends SaveOptions {
  /** The blob of the version to delete. */
  readonly expected?: string;
}

/**
 * Removes an entry's file in one commit and returns the commit's id. Earlier versions stay in the history.
 *
 * @throws CmsError `content_not_found`, `stale`, `conflict` (several files have the id)
 */
export async function deleteEntry(
  writer: SiteWriter,
  id: string,
  { actor, message, expected }: DeleteOptions,
): Promise<string> {
  return writer.lock.shared(id, async () =>
    withRetries(writer, async () => {
      const index = writer.index();
      const ref = uniqueEntry(index, id);
      if (ref === undefined) throw new CmsError("content_not_found", `There is no entry ${id}.`);
      checkExpected(ref, expected);
      const committed = await writer.commit(
        {
          files: new Map([[ref.path, null]]),
          actor,
          message: message ?? `Delete ${ref.type}/${ref.slug}`,
          trailers: { "Loam-Entry": id, "Loam-Action": "delete" },
        },
        index.head,
        (now) => now.remove(ref.path),
      );
      return committed.commit;
    }),
  );
}

/**
 * Removes a content type without entries: its working schema and its versions, in one commit. They stay in the history;
 * a type recreated under the same API id continues from there (`checkTypeChange`).
 *
 * @throws CmsError `content_type_not_found`, `conflict` while it has entries or unreadable files, `stale`
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
        throw new CmsError("conflict", `"${apiId}" has ${entries}. Delete the entries first.`);
      }
      const [unread] = index().unreadFiles(apiId);
      if (unread !== undefined) {
        const why = `"${apiId}" has the file ${unread.path}, which cannot be read. Fix or delete it first.`;
        throw new CmsError("conflict", why);
      }
      const path = typePath(apiId);
      const current = (await repository.readPath(index().head, path))?.oid ?? null;
      if (expected !== undefined && expected !== current) {
        throw new CmsError(
          "stale",
          "Someone else changed the content type. Read it again, then retry.",
          {
            details: { expected, current },
          },
        );
      }
      const paths = [path, ...[...versions.keys()].map((version) => versionPath(apiId, version))];
      const files = new Map(paths.map((one) => [one, null]));
      return { files, actor, message, trailers: { "Loam-Action": "delete-type" } };
    }),
  );
}
