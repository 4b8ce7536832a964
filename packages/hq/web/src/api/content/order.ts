import {
  type InfiniteData,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { readData, hq } from "../client.ts";
import { useSiteId } from "../sites.ts";
import type { EntryPage, EntrySummary } from "./entries.ts";

interface Move {
  readonly type: string;
  readonly id: string;
  /** Id of the entry that follows after the move; null for the end. */
  readonly before: string | null;
}

/** Moves an entry within its list. Updates the UI optimistically and reverts the move if HQ refuses it. */
export function useMoveEntry(): UseMutationResult<unknown, Error, Move> {
  const site = useSiteId();
  const queries = useQueryClient();
  const lists = { queryKey: ["site", site, "entries"] };
  return useMutation({
    mutationKey: ["order", site],
    // Run moves one at a time, because each depends on the order left by the previous one.
    scope: { id: `order ${site}` },
    mutationFn: ({ type, id, before }) => {
      const params = { path: { site, api_id: type, id } };
      return readData(
        hq.POST("/sites/{site}/types/{api_id}/entries/{id}/move", { params, body: { before } }),
      );
    },
    onMutate: async (move) => {
      await queries.cancelQueries(lists);
      queries.setQueriesData<unknown>(lists, (known: unknown) =>
        isPages(known) ? movedIn(known, move) : known,
      );
    },
    onSettled: () => {
      // While more moves are queued, a refetch would briefly undo them in the UI.
      if (queries.isMutating({ mutationKey: ["order", site] }) <= 1)
        void queries.invalidateQueries(lists);
    },
  });
}

type Pages = InfiniteData<EntryPage, string | undefined>;

function isPages(data: unknown): data is Pages {
  return typeof data === "object" && data !== null && "pages" in data;
}

/** Returns the pages with one entry moved. Pages without the entry keep their identity. */
function movedIn(data: Pages, { type, id, before }: Move): Pages {
  const all = data.pages.flatMap((page) => page.entries);
  const moved = all.find((entry) => entry.id === id && entry.type === type);
  if (moved === undefined) return data;
  const rest = all.filter((entry) => entry !== moved);
  const place = before === null ? rest.length : rest.findIndex((entry) => entry.id === before);
  const next = place === -1 ? all : rest.toSpliced(place, 0, moved);
  let from = 0;
  const pages = data.pages.map((page): EntryPage => {
    const entries: readonly EntrySummary[] = next.slice(from, from + page.entries.length);
    from += page.entries.length;
    return { ...page, entries };
  });
  return { ...data, pages };
}
