import type { ReadsRecord } from "../store/reads.ts";
import type { SiteContent } from "../store/site-content.ts";

/** Names of the messages between the toolbar app and the dev server. */
export const TOOLBAR_REQUEST = "loam:toolbar-asked";
export const TOOLBAR_STATE = "loam:toolbar-told";
/** Paths of pages to reload. */
export const CHANGED = "loam:content-changed";

export interface ShownEntry {
  /** For example, `posts/first`. */
  readonly name: string;
  readonly title: string;
  /** URL in the dashboard, if HQ's URL is known. */
  readonly edit: string | undefined;
}

/** State displayed by the toolbar app. */
export interface ToolbarState {
  readonly path: string;
  readonly source: string;
  readonly site: string;
  /** Commit of the content, if the source provides it. */
  readonly commit: string | undefined;
  readonly entries: readonly ShownEntry[];
  /** Entries in HQ with unpublished changes; `undefined` if HQ isn't queried. */
  readonly unpublished: readonly ShownEntry[] | undefined;
  /** What to do if HQ isn't queried. */
  readonly hint: string | undefined;
}

/** Returns the entries on a page without duplicates. */
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
