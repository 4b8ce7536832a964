import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useParams } from "react-router";
import { parseConflictPath, resolve } from "../../draft/conflicts.ts";
import type { FieldValues } from "../../draft/entry-draft.ts";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import {
  type ChangeFields,
  type Decision,
  useReviewContext,
  type Verdict,
} from "./review-context.ts";

/** A change request with its changes and the result of merging it. */
export type ChangeDetail = Schemas["ChangeRequestDetails"];

export type ChangedEntry = Schemas["ChangedEntry"];
export type ChangedMedia = Schemas["ChangedMedia"];
export type ChangedType = Schemas["ChangedType"];
export type ChangeConflict = Schemas["MergeConflict"];

/** Loads one change request. */
export function useChange(n: number): UseQueryResult<ChangeDetail> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "one", n],
    queryFn: () => readData(hq.GET("/sites/{site}/changes/{n}", { params: { path: { site, n } } })),
    refetchOnMount: "always",
  });
}

/** Loads the Git diff of a change request. Only requested when the diff is shown. */
export function useChangeDiff(n: number, head: string, isWanted: boolean): UseQueryResult<string> {
  const { key, diff } = useReviewContext();
  return useQuery({
    queryKey: [...key, "diff", n, head],
    enabled: isWanted,
    queryFn: async () => (await diff(n)).diff,
  });
}

/** Returns a function that refetches everything about change requests. */
export function useRefetchChanges(): () => Promise<void> {
  const { key } = useReviewContext();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
}

/** Updates the title, reviewers, or draft state of a change request. */
export function useUpdateChange(n: number): UseMutationResult<unknown, Error, ChangeFields> {
  const { update } = useReviewContext();
  const read = useRefetchChanges();
  return useMutation({ mutationFn: (words) => update(n, words), onSettled: read });
}

export function useGiveVerdict(n: number): UseMutationResult<unknown, Error, Verdict> {
  const { judge } = useReviewContext();
  const read = useRefetchChanges();
  return useMutation({ mutationFn: (verdict) => judge(n, verdict), onSettled: read });
}

export interface MergeOptions {
  readonly head: string;
  readonly publish: boolean;
  /** Whether to approve as part of the merge. */
  readonly approve: boolean;
}

export interface MergeResult {
  readonly published: number;
  readonly unpublished: number;
}

/** Merges a change request. */
export function useMergeChange(n: number): UseMutationResult<MergeResult, Error, MergeOptions> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ head, publish, approve }) => {
      const params = { path: { site, n } };
      if (approve) {
        const body = { head };
        await readData(hq.POST("/sites/{site}/changes/{n}/approve", { params, body }));
      }
      const body = { head, publish };
      return readData(hq.POST("/sites/{site}/changes/{n}/merge", { params, body }));
    },
    // A merge can affect anything shown of the site, and it can succeed while its publish fails.
    onSettled: () => queries.invalidateQueries({ queryKey: ["site", site] }),
  });
}

/** Closes a change request without merging it, or reopens it. */
export function useCloseChange(
  n: number,
  act: "close" | "reopen",
): UseMutationResult<unknown, Error, void> {
  const place = useReviewContext();
  const read = useRefetchChanges();
  return useMutation({ mutationFn: () => place[act](n), onSettled: read });
}

interface UpdateFromMain {
  readonly decisions: readonly Decision[];
  /** Edited values by conflict path; saved in the change request before the merge. */
  readonly wordings: readonly {
    readonly type: string;
    readonly id: string;
    readonly values: ReadonlyMap<string, unknown>;
  }[];
}

/** Merges `main` into the change request, with the given conflict decisions. */
export function useUpdateFromMain(n: number): UseMutationResult<unknown, Error, UpdateFromMain> {
  const { site = "" } = useParams();
  const { decide } = useReviewContext();
  const read = useRefetchChanges();
  return useMutation({
    mutationFn: async ({ decisions, wordings }) => {
      for (const { type, id, values } of wordings) {
        const params = { path: { site, n, api_id: type, id } };
        const path = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}";
        const entry = await readData(hq.GET(path, { params }));
        const header = { "If-Match": `"${entry.version}"` };
        const fields = editedFields(entry.fields, values);
        const body = { fields: { ...fields } };
        await readData(hq.PATCH(path, { params: { ...params, header }, body }));
      }
      return decide(n, decisions);
    },
    onSettled: read,
  });
}

/** Returns the complete values of all fields that contain an edited value. */
function editedFields(fields: FieldValues, values: ReadonlyMap<string, unknown>): FieldValues {
  const conflicts = [...values.keys()].map((path) => {
    return { path, base: null, ours: null, theirs: null };
  });
  const worded = resolve({ conflicts, merged: fields }, values);
  const names = new Set(conflicts.map(({ path }) => parseConflictPath(path).name));
  return Object.fromEntries(Object.entries(worded).filter(([name]) => names.has(name)));
}

/** Marks a change request as seen, as of the time it was read. */
export function useMarkSeen(n: number): UseMutationResult<void, Error, string> {
  const { key, see } = useReviewContext();
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

interface ViewedMark {
  readonly path: string;
  readonly viewed: boolean;
}

/** Marks part of a change request as viewed, or clears the mark. Updates the UI optimistically. */
export function useMarkViewed(n: number): UseMutationResult<void, Error, ViewedMark> {
  const place = useReviewContext();
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
