import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useParams } from "react-router";
import { placeOf, resolve } from "../../draft/conflicts.ts";
import type { FieldValues } from "../../draft/entry-draft.ts";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { type ChangeWords, type Decision, useReviewPlace, type Verdict } from "./review-place.ts";

/** A proposal with what it changes, and what accepting it would come to. */
export type ChangeDetail = Schemas["ChangeDetail"];

export type ChangedEntry = ChangeDetail["entries"][number];
export type ChangedMedia = ChangeDetail["media"][number];
export type ChangedType = ChangeDetail["types"][number];
type Merge = NonNullable<ChangeDetail["merge"]>;
export type ChangeConflict = Merge["conflicts"][number];

/** One proposal. */
export function useChange(n: number): UseQueryResult<ChangeDetail> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "one", n],
    queryFn: () => answer(hq.GET("/sites/{site}/changes/{n}", { params: { path: { site, n } } })),
    refetchOnMount: "always",
  });
}

/** What a proposal changes line by line, as git prints it; asked for only where somebody reads that. */
export function useChangeDiff(n: number, head: string, isWanted: boolean): UseQueryResult<string> {
  const { key, diff } = useReviewPlace();
  return useQuery({
    queryKey: [...key, "diff", n, head],
    enabled: isWanted,
    queryFn: async () => (await diff(n)).diff,
  });
}

/** Has everything about proposals read again. */
export function useReadChanges(): () => Promise<void> {
  const { key } = useReviewPlace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
}

/** Changes what a proposal is called, whom it asks, and whether it is ready. */
export function useUpdateChange(n: number): UseMutationResult<unknown, Error, ChangeWords> {
  const { update } = useReviewPlace();
  const read = useReadChanges();
  return useMutation({ mutationFn: (words) => update(n, words), onSettled: read });
}

export function useGiveVerdict(n: number): UseMutationResult<unknown, Error, Verdict> {
  const { judge } = useReviewPlace();
  const read = useReadChanges();
  return useMutation({ mutationFn: (verdict) => judge(n, verdict), onSettled: read });
}

export interface Accepting {
  readonly head: string;
  readonly publish: boolean;
  /** Whether the yes of the person is part of it. */
  readonly approve: boolean;
}

export interface Accepted {
  readonly published: number;
  readonly unpublished: number;
}

/** Accepts a proposal: what it proposes is from now on what everybody works on. */
export function useAccept(n: number): UseMutationResult<Accepted, Error, Accepting> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ head, publish, approve }) => {
      const params = { path: { site, n } };
      if (approve) {
        const body = { head };
        await answer(hq.POST("/sites/{site}/changes/{n}/approve", { params, body }));
      }
      const body = { head, publish };
      return answer(hq.POST("/sites/{site}/changes/{n}/merge", { params, body }));
    },
    // It may touch anything that is shown of the site; and it may be accepted, and its publish refused.
    onSettled: () => queries.invalidateQueries({ queryKey: ["site", site] }),
  });
}

/** Ends a proposal without accepting it, or opens it again. */
export function useEndChange(
  n: number,
  act: "close" | "reopen",
): UseMutationResult<unknown, Error, void> {
  const place = useReviewPlace();
  const read = useReadChanges();
  return useMutation({ mutationFn: () => place[act](n), onSettled: read });
}

interface BringUpToDate {
  readonly decisions: readonly Decision[];
  /** Words that are written anew, by the paths of their conflicts: saved in the proposal before it is put together. */
  readonly wordings: readonly {
    readonly type: string;
    readonly id: string;
    readonly values: ReadonlyMap<string, unknown>;
  }[];
}

/** Puts what others saved meanwhile together with the proposal, with what was decided where both changed the same. */
export function useBringUpToDate(n: number): UseMutationResult<unknown, Error, BringUpToDate> {
  const { site = "" } = useParams();
  const { decide } = useReviewPlace();
  const read = useReadChanges();
  return useMutation({
    mutationFn: async ({ decisions, wordings }) => {
      for (const { type, id, values } of wordings) {
        const params = { path: { site, n, api_id: type, id } };
        const path = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}";
        const entry = await answer(hq.GET(path, { params }));
        const header = { "If-Match": `"${entry.version}"` };
        const fields = wordedFields(entry.fields, values);
        const body = { fields: { ...fields } };
        await answer(hq.PATCH(path, { params: { ...params, header }, body }));
      }
      return decide(n, decisions);
    },
    onSettled: read,
  });
}

/** The fields of an entry in which something is worded anew, whole. */
function wordedFields(fields: FieldValues, values: ReadonlyMap<string, unknown>): FieldValues {
  const conflicts = [...values.keys()].map((path) => {
    return { path, base: null, ours: null, theirs: null };
  });
  const worded = resolve({ conflicts, merged: fields }, values);
  const names = new Set(conflicts.map(({ path }) => placeOf(path).name));
  return Object.fromEntries(Object.entries(worded).filter(([name]) => names.has(name)));
}

/** Notes that a proposal was seen as it was read at a time. */
export function useMarkSeen(n: number): UseMutationResult<void, Error, string> {
  const { key, see } = useReviewPlace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (until) => see(n, until),
    onSuccess: () => {
      for (const part of ["list", "unread"]) {
        void queries.invalidateQueries({ queryKey: [...key, part] });
      }
    },
  });
}

interface Tick {
  readonly path: string;
  readonly viewed: boolean;
}

/** Ticks a part of a proposal as read, or takes the tick away; shown at once. */
export function useTick(n: number): UseMutationResult<void, Error, Tick> {
  const place = useReviewPlace();
  const queries = useQueryClient();
  const queryKey = [...place.key, "one", n];
  return useMutation({
    mutationFn: (tick) => place.tick(n, tick),
    onMutate: ({ path, viewed }) => {
      const tick = <T extends { path: string; viewed: boolean }>(all: readonly T[]): T[] =>
        all.map((one) => (one.path === path ? Object.assign({}, one, { viewed }) : one));
      queries.setQueryData<ChangeDetail>(
        queryKey,
        (known) =>
          known && {
            ...known,
            entries: tick(known.entries),
            media: tick(known.media),
            types: tick(known.types),
            files: tick(known.files),
          },
      );
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
