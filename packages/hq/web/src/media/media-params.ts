import { useSearchParams } from "react-router";
import type { MediaFilter, MediaList, MediaOrder } from "../api/media/media-library.ts";

export const FILTERS = [
  "image",
  "video",
  "audio",
  "document",
  "unused",
  "missingAlt",
] as const satisfies readonly MediaFilter[];

export const ORDERS = [
  "-createdAt",
  "createdAt",
  "filename",
  "-byteSize",
  "-uses",
] as const satisfies readonly MediaOrder[];

/** Additional sort orders for the columns of the table. */
const MORE_ORDERS = [
  "-filename",
  "byteSize",
  "uses",
  "mimeType",
  "-mimeType",
] as const satisfies readonly MediaOrder[];

export interface MediaParams {
  readonly list: MediaList;
  /** Id of the file shown in the side panel. */
  readonly openId: string | undefined;
  /** Changes one parameter and keeps the rest. */
  readonly change: (name: "show" | "q" | "order" | "file", value: string | undefined) => void;
}

/** Stores the state of the library in the URL. */
export function useMediaParams(): MediaParams {
  const [search, setSearch] = useSearchParams();
  const filter = FILTERS.find((one) => one === search.get("show"));
  const order =
    [...ORDERS, ...MORE_ORDERS].find((one) => one === search.get("order")) ?? "-createdAt";
  return {
    list: {
      filter,
      order,
      search: search.get("q") ?? "",
      folder: search.get("folder") ?? undefined,
    },
    openId: search.get("file") ?? undefined,
    change(name, value) {
      // Read the current URL, because a debounced search can fire after another parameter has changed.
      const next = new URLSearchParams(location.search);
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
      setSearch(next, { replace: true });
    },
  };
}
