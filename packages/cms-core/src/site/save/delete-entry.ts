import { CmsError } from "../../base/errors.ts";
import { checkExpected, uniqueEntry } from "./require-entry.ts";
import type { SaveOptions } from "./save-options.ts";
import { withRetries, type SiteWriter } from "./site-writer.ts";

export interface DeleteOptions extends SaveOptions {
  /** The blob of the version that is to go. */
  readonly expected?: string;
}

/**
 * Removes an entry's file in one commit, whose id is returned. Its versions stay in the history.
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
      const made = await writer.commit(
        {
          files: new Map([[ref.path, null]]),
          actor,
          message: message ?? `Delete ${ref.type}/${ref.slug}`,
          trailers: { "Loam-Entry": id, "Loam-Action": "delete" },
        },
        index.head,
        (now) => now.remove(ref.path),
      );
      return made.commit;
    }),
  );
}
