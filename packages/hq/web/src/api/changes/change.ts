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
import { type ChangeWords, type Decision, useReviewPlace, type Verdict } from "./review-context.ts";

/** A change request with its changes and the result of merging it. */
export type ChangeDetail = Schemas["ChangeDetail"];

export type ChangedEntry = ChangeDetail["entries"][number];
export type ChangedMedia = ChangeDetail["media"][number];
export type ChangedType = ChangeDetail["types"][number];
type Merge = NonNullable<ChangeDetail["merge"]>;
export type ChangeConflict = Merge["conflicts"][number];

/** Loads one change request. */
export function useChange(n: number): UseQueryResult<ChangeDetail> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "one", n],
    queryFn: () => answer(hq.GET("/sites/{site}/changes/{n}", { params: { path: { site, n } } })),
    refetchOnMount: "always",
  });
}

/** Loads the Git diff of a change request. Only requested when the diff is shown. */
export function useChangeDiff(n: number, head: string, isWanted: boolean): UseQueryResult<string> {
  const { key, diff } = useReviewPlace();
  return useQuery({
    queryKey: [...key, "diff", n, head],
    enabled: isWanted,
    queryFn: async () => (await diff(n)).diff,
  });
}

/** Returns a function that refetches everything about change requests. */
export function useReadChanges(): () => Promise<void> {
  const { key } = useReviewPlace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
}

/** Updates the title, reviewers, or draft state of a change request. */
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
  /** Whether to approve as part of the merge. */
  readonly approve: boolean;
}

export interface Accepted {
  readonly published: number;
  readonly unpublished: number;
}

/** Merges a change request. */
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
    // A merge can affect anything shown of the site, and it can succeed while its publish fails.
    onSettled: () => queries.invalidateQueries({ queryKey: ["site", site] }),
  });
}

/** Closes a change request without merging it, or reopens it. */
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
  /** Edited values by conflict path; saved in the change request before the merge. */
  readonly wordings: readonly {
    readonly type: string;
    readonly id: string;
    readonly values: ReadonlyMap<string, unknown>;
  }[];
}

/** Merges `main` into the change request, with the given conflict decisions. */
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

/** Returns the complete values of all fields that contain an edited value. */
function wordedFields(fields: FieldValues, values: ReadonlyMap<string, unknown>): FieldValues {
  const conflicts = [...values.keys()].map((path) => {
    return { path, base: null, ours: null, theirs: null };
  });
  const worded = resolve({ conflicts, merged: fields }, values);
  const names = new Set(conflicts.map(({ path }) => placeOf(path).name));
  return Object.fromEntries(Object.entries(worded).filter(([name]) => names.has(name)));
}

/** Marks a change request as seen, as of the time it was read. */
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

/** Marks part of a change request as viewed, or clears the mark. Updates the UI optimistically. */
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
