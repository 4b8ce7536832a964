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

/** The form of an object type's entry, in place of its list; the list where the entry cannot be opened or begun. */
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

/** The last part of the form's address. Other branches may bring a second file, or one without an id. */
function formOf(
  [first, second]: readonly EntrySummary[],
  { role }: Site,
  { version }: ContentType,
): string | undefined {
  if (first === undefined) return role === "view" || version === 0 ? undefined : "new";
  return second === undefined ? first.id : undefined;
}
