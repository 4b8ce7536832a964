import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { type EntryList, type EntrySummary, useEntries } from "../api/content/entries.ts";
import { type ContentType, type Site, useSite } from "../api/sites.ts";
import { Waiting } from "../ui/notes/waiting.tsx";

interface OnlyEntryProps {
  readonly list: EntryList;
  /** An object type. */
  readonly of: ContentType;
}

/**
 * Opens the entry editor of an object type instead of a list. Shows the list if the entry can't be opened or created.
 */
export function OnlyEntry({ list, of }: OnlyEntryProps): ReactNode {
  const { data: site } = useSite();
  const { data, error, isPlaceholderData } = useEntries(list);
  if (site === undefined) return <Waiting />;
  const place = `/sites/${site.id}/entries/${of.apiId}`;
  if (error !== null) return <Navigate replace to={place} />;
  if (data === undefined || isPlaceholderData) return <Waiting />;
  const form = formOf(data.pages[0]?.entries ?? [], site, of);
  return <Navigate replace to={form === undefined ? place : `${place}/${form}`} />;
}

/** Returns the last part of the editor's URL. Merged branches can add a second file, or one without an id. */
function formOf(
  [first, second]: readonly EntrySummary[],
  { role }: Site,
  { version }: ContentType,
): string | undefined {
  if (first === undefined) return role === "view" || version === 0 ? undefined : "new";
  return second === undefined ? first.id : undefined;
}
