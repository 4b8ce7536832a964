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

/** Those that the columns of rows have besides. */
const MORE_ORDERS = [
  "-filename",
  "byteSize",
  "uses",
  "mimeType",
  "-mimeType",
] as const satisfies readonly MediaOrder[];

export interface MediaAddress {
  readonly list: MediaList;
  /** The file that is shown beside the others. */
  readonly shown: string | undefined;
  /** Changes one part of the address; the rest stays. */
  readonly change: (name: "show" | "q" | "order" | "file", value: string | undefined) => void;
}

/** What the library shows stands in its address. */
export function useMediaAddress(): MediaAddress {
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
    shown: search.get("file") ?? undefined,
    change(name, value) {
      // As it is by now: a search that was typed is told a moment later, by who knew the address of then.
      const next = new URLSearchParams(location.search);
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
      setSearch(next, { replace: true });
    },
  };
}
