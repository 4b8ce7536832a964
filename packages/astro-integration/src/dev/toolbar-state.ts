import type { ReadsRecord } from "../store/reads.ts";
import type { SiteContent } from "../store/site-content.ts";

/** Names of the messages between the toolbar app and the dev server. */
export const ASKED = "loam:toolbar-asked";
export const TOLD = "loam:toolbar-told";
/** Paths of pages that are to be loaded again. */
export const CHANGED = "loam:content-changed";

export interface ShownEntry {
  /** `posts/first`. */
  readonly name: string;
  readonly title: string;
  /** Its page in the editor, where HQ's address is known. */
  readonly edit: string | undefined;
}

/** What the toolbar app shows. */
export interface ToolbarState {
  readonly path: string;
  readonly source: string;
  readonly site: string;
  /** That the content is of, where the source says so. */
  readonly commit: string | undefined;
  readonly entries: readonly ShownEntry[];
  /** Entries in HQ that are not as they are live; `undefined` where HQ is not asked. */
  readonly unpublished: readonly ShownEntry[] | undefined;
  /** Where HQ is not asked: what to do. */
  readonly hint: string | undefined;
}

/** Entries that a page shows, each once. */
export function shownEntries(
  { fields }: ReadsRecord,
  content: SiteContent,
  editor: (apiId: string, id: string) => string | undefined,
): readonly ShownEntry[] {
  return Object.entries(fields).flatMap(([name, of]) => {
    const collection = content.collections.get(name);
    if (!collection) return [];
    const keys = new Set(Object.values(of).flatMap((all) => (all === true ? [] : all)));
    return [...keys].flatMap((key) => {
      const entry = collection.entries.get(key);
      if (!entry) return [];
      const { apiId, fields: known } = collection.type;
      const first = known.find(({ type }) => type === "text")?.apiId;
      const text = first === undefined ? undefined : entry.data[first];
      const title = typeof text === "string" && text !== "" ? text : key;
      return [{ name: `${name}/${key}`, title, edit: editor(apiId, String(entry.data["id"])) }];
    });
  });
}
