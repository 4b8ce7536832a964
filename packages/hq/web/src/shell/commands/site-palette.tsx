import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilePlus2, FileText, ImageIcon, PanelsTopLeft } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { useFilter } from "react-aria-components";
import { useIntl } from "react-intl";
import { readData, hq } from "../../api/client.ts";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import type { EntrySummary } from "../../api/content/entries.ts";
import { thumbnailUrl, useMediaLibrary } from "../../api/media/media.ts";
import { type ContentType, creatableTypes, useSite, useSiteId, useTypes } from "../../api/sites.ts";
import { pagesOf, placeOfType } from "../pages.ts";
import { useFavorites } from "../preferences/favorites.ts";
import {
  type Choice,
  type Section,
  useCommonActs,
  useOtherPlaces,
  usePageChoices,
} from "./choices.ts";
import { Palette } from "./palette.tsx";
import { recentEntries } from "./recent.ts";

const FOUND_ENTRIES = 7;
const FOUND_MEDIA = 4;
const FOUND_RECENT = 5;
const FOUND_STARRED = 7;

/** The palette of a site: entries, media, and screens. */
export function SitePalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data: site } = useSite();
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const { sections, isFetching } = useSections(search);
  return (
    <Palette
      place={site?.name}
      words={words}
      onWords={setWords}
      search={search}
      sections={sections}
      isFetching={isFetching}
      onClose={onClose}
    />
  );
}

/** Returns the results of a query, in display order. */
function useSections(search: string): {
  readonly sections: readonly Section[];
  readonly isFetching: boolean;
} {
  const { contains } = useFilter({ sensitivity: "base" });
  const matches = ({ text }: Choice): boolean => contains(text, search);
  const entries = useFoundEntries(search);
  const found = useFoundMedia(search);
  // Media results are added only after the entries, because Enter opens the first result.
  const media = entries.isSettled ? found : [];
  const sections: readonly Section[] = [
    { id: "favourite.title", choices: useStarred(search) },
    { id: "palette.recent", choices: useRecent(search) },
    { id: "palette.do", choices: useActs().filter(matches) },
    { id: "palette.entries", choices: entries.choices },
    { id: "palette.media", choices: media },
    { id: "palette.goTo", choices: usePlaces().filter(matches) },
  ];
  return { sections, isFetching: !entries.isSettled };
}

function useFoundEntries(search: string): {
  readonly choices: readonly Choice[];
  readonly isSettled: boolean;
} {
  const site = useSiteId();
  const { data: types = [] } = useTypes();
  const { data: entries = [], isFetching } = useQuery({
    queryKey: ["site", site, "entries", "palette", search],
    enabled: search !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { site }, query: { q: search, limit: FOUND_ENTRIES } };
      return (await readData(hq.GET("/sites/{site}/entries", { params, signal }))).entries;
    },
  });
  if (search === "") return { choices: [], isSettled: true };
  const choices = entries.flatMap((entry) => choiceOf(entry, { site, types }));
  return { choices, isSettled: !isFetching };
}

function useFoundMedia(search: string): readonly Choice[] {
  const site = useSiteId();
  const { data: media = [] } = useMediaLibrary(search);
  if (search === "") return [];
  return media.slice(0, FOUND_MEDIA).map((one) => ({
    id: one.id,
    text: one.filename,
    detail: one.alt,
    icon: ImageIcon,
    picture: thumbnailUrl(one),
    href: `/sites/${site}/media?q=${encodeURIComponent(one.filename)}`,
  }));
}

/** Returns the favorite entries, while the query is empty. */
function useStarred(search: string): readonly Choice[] {
  const site = useSiteId();
  const starred = useFavorites(site).favorites.slice(0, FOUND_STARRED);
  const found = useChoicesOf(starred.map(({ id }) => id));
  return search === "" ? found : [];
}

/** Returns the recently opened entries, while the query is empty. */
function useRecent(search: string): readonly Choice[] {
  const site = useSiteId();
  const { favorites: starred } = useFavorites(site);
  const [ids] = useState(() =>
    recentEntries()
      .filter((entry) => entry.site === site && !starred.some(({ id }) => id === entry.id))
      .slice(0, FOUND_RECENT)
      .map(({ id }) => id),
  );
  const found = useChoicesOf(ids);
  return search === "" ? found : [];
}

/** Loads entries by id, without deleted ones. */
function useChoicesOf(ids: readonly string[]): readonly Choice[] {
  const site = useSiteId();
  const { data: types = [] } = useTypes();
  const { data: entries = [] } = useEntriesById(ids);
  return ids.flatMap((id) => {
    const entry = entries.find((one) => one.id === id);
    return entry === undefined ? [] : choiceOf(entry, { site, types });
  });
}

function choiceOf(
  { id, type, title, state }: EntrySummary,
  { site, types }: { readonly site: string; readonly types: readonly ContentType[] },
): readonly Choice[] {
  if (id === undefined) return [];
  const detail = types.find(({ apiId }) => apiId === type)?.label ?? type;
  return [
    {
      id,
      text: title,
      detail,
      icon: FileText,
      state,
      href: `/sites/${site}/entries/${type}/${id}`,
    },
  ];
}

function useActs(): readonly Choice[] {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const common = useCommonActs();
  return [
    ...creatableTypes(site, types).map(({ apiId, label }) => ({
      id: `new ${apiId}`,
      text: formatMessage({ id: "palette.new" }, { type: label }),
      icon: FilePlus2,
      href: `/sites/${site?.id ?? ""}/entries/${apiId}/new`,
    })),
    ...common,
  ];
}

function usePlaces(): readonly Choice[] {
  const siteId = useSiteId();
  const { data: types = [] } = useTypes();
  const { data: site } = useSite();
  const pages = usePageChoices(`/sites/${siteId}`, pagesOf(site));
  const elsewhere = useOtherPlaces();
  return [
    ...pages,
    ...types.map((type) => ({
      id: `type ${type.apiId}`,
      text: type.label,
      icon: PanelsTopLeft,
      href: `/sites/${siteId}${placeOfType(type)}`,
    })),
    ...elsewhere,
  ];
}
