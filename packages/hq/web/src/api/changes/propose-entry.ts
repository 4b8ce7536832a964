import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { readData, expectSuccess, hq, RefusedError, type Schemas } from "../client.ts";
import {
  changeEntry,
  createEntry,
  deleteEntry,
  type BranchEntry,
  type SentEntry,
} from "../content/entry-calls.ts";
import { entryKey } from "../content/entry-place.ts";
import { useSiteId } from "../sites.ts";
import { useRefetchChanges } from "./change.ts";

type Change = Schemas["ChangeRequest"];
type Entry = Schemas["Entry"];

/** Opens an empty change request as a draft. */
export function useOpenChange(): UseMutationResult<Change, Error, string> {
  const site = useSiteId();
  const read = useRefetchChanges();
  return useMutation({
    mutationFn: (title) => {
      const body = { title, draft: true };
      return readData(hq.POST("/sites/{site}/changes", { params: { path: { site } }, body }));
    },
    onSuccess: read,
  });
}

/** A proposed change to one entry. */
export interface ProposedChange extends SentEntry {
  readonly type: string;
  /** Absent for a new entry. */
  readonly id?: string | undefined;
  /** The edited version. Later saves are merged, or the request is refused. */
  readonly version?: string | undefined;
  /** Whether the entry is to be deleted. */
  readonly deleted?: true;
}

/** The fields of a new change request. */
export interface NewChangeRequest {
  readonly title: string;
  readonly description: string;
  /** User ids. */
  readonly reviewers: readonly string[];
  readonly draft: boolean;
}

export interface Proposing {
  readonly entry: ProposedChange;
  /** A new change request, or the number of an open one. */
  readonly into: NewChangeRequest | number;
}

export interface ProposeResult {
  readonly change: number;
  /** The entry in the change request; undefined if it is deleted there. */
  readonly entry: Entry | undefined;
}

/** Saves edits of an entry to a change request instead of `main`. */
export function useProposeEntry(): UseMutationResult<ProposeResult, Error, Proposing> {
  const site = useSiteId();
  const queries = useQueryClient();
  const read = useRefetchChanges();
  return useMutation({
    mutationFn: ({ entry, into }) =>
      typeof into === "number" ? addTo(site, into, entry) : open(site, into, entry),
    onSuccess: ({ change, entry }) => {
      if (entry !== undefined) {
        queries.setQueryData(entryKey({ site, change }, entry.type, entry.id), entry);
      }
      void read();
    },
  });
}

async function open(
  site: string,
  { reviewers, ...fields }: NewChangeRequest,
  { id, version, slug, baseSlug, deleted, ...proposed }: ProposedChange,
): Promise<ProposeResult> {
  const entry = {
    type: proposed.type,
    fields: proposed.fields,
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
    ...(slug !== undefined && { slug }),
    ...(baseSlug !== undefined && { baseSlug }),
    ...(deleted === true && { deleted }),
  };
  const body = { ...fields, reviewers: [...reviewers], entry };
  const opened = await readData(
    hq.POST("/sites/{site}/proposals", { params: { path: { site } }, body }),
  );
  return { change: opened.change.number, entry: opened.entry };
}

async function addTo(site: string, n: number, proposed: ProposedChange): Promise<ProposeResult> {
  const { type, id, version, deleted, ...sent } = proposed;
  const place = { site, change: n, type };
  if (id === undefined) return { change: n, entry: await createEntry(place, sent) };
  const placed: BranchEntry = { ...place, id };
  if (deleted === true) {
    await retryAfterUpdate(placed, () => deleteEntry(placed, undefined));
    return { change: n, entry: undefined };
  }
  const entry = await retryAfterUpdate(placed, () => changeEntry(placed, sent, version));
  return { change: n, entry };
}

/** If the entry is newer than the change request, first merges `main` into the change request and tries again. */
async function retryAfterUpdate<T>({ site, change: n = 0 }: BranchEntry, write: () => Promise<T>) {
  try {
    return await write();
  } catch (error) {
    const isMissing = error instanceof RefusedError && error.problem.code === "content_not_found";
    if (!isMissing) throw error;
    const params = { path: { site, n } };
    await expectSuccess(
      hq.POST("/sites/{site}/changes/{n}/update", { params, body: { decisions: [] } }),
    );
    return await write();
  }
}

/** Removes an entry from a change request by reverting it there. */
export function useRemoveFromChange(
  change: number,
): UseMutationResult<void, Error, Pick<Entry, "type" | "id">> {
  const site = useSiteId();
  const read = useRefetchChanges();
  return useMutation({
    mutationFn: ({ type, id }) => {
      const params = { path: { site, n: change, api_id: type, id } };
      const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/take-out";
      return expectSuccess(hq.POST(at, { params }));
    },
    onSuccess: read,
  });
}
