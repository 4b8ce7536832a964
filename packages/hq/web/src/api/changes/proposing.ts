import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { answer, done, hq, RefusedError, type Schemas } from "../client.ts";
import {
  changeEntry,
  createEntry,
  deleteEntry,
  type PlacedEntry,
  type SentEntry,
} from "../content/entry-calls.ts";
import { entryKey } from "../content/entry-place.ts";
import { useSiteId } from "../sites.ts";
import { useReadChanges } from "./change.ts";

type Change = Schemas["Change"];
type Entry = Schemas["Entry"];

/** Begins a proposal with nothing in it, as a draft. */
export function useBeginChange(): UseMutationResult<Change, Error, string> {
  const site = useSiteId();
  const read = useReadChanges();
  return useMutation({
    mutationFn: (title) => {
      const body = { title, draft: true };
      return answer(hq.POST("/sites/{site}/changes", { params: { path: { site } }, body }));
    },
    onSuccess: read,
  });
}

/** What is proposed of one entry. */
export interface Proposed extends SentEntry {
  readonly type: string;
  /** Absent for an entry that is not there yet. */
  readonly id?: string | undefined;
  /** The version that was edited: what others saved since is merged, or refused. */
  readonly version?: string | undefined;
  /** That it goes. */
  readonly deleted?: true;
}

/** What is said of a proposal that is opened. */
export interface NewProposal {
  readonly title: string;
  readonly description: string;
  /** User ids. */
  readonly reviewers: readonly string[];
  readonly draft: boolean;
}

export interface Proposing {
  readonly entry: Proposed;
  /** A new proposal, or the number of an open one. */
  readonly into: NewProposal | number;
}

export interface ProposedIn {
  readonly change: number;
  /** As it stands there; undefined of one that is to go. */
  readonly entry: Entry | undefined;
}

/** Puts what was written of an entry into a proposal, in place of saving it. */
export function usePropose(): UseMutationResult<ProposedIn, Error, Proposing> {
  const site = useSiteId();
  const queries = useQueryClient();
  const read = useReadChanges();
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
  { reviewers, ...said }: NewProposal,
  { id, version, slug, baseSlug, deleted, ...proposed }: Proposed,
): Promise<ProposedIn> {
  const entry = {
    type: proposed.type,
    fields: proposed.fields,
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
    ...(slug !== undefined && { slug }),
    ...(baseSlug !== undefined && { baseSlug }),
    ...(deleted === true && { deleted }),
  };
  const body = { ...said, reviewers: [...reviewers], entry };
  const opened = await answer(
    hq.POST("/sites/{site}/proposals", { params: { path: { site } }, body }),
  );
  return { change: opened.change.number, entry: opened.entry };
}

async function addTo(site: string, n: number, proposed: Proposed): Promise<ProposedIn> {
  const { type, id, version, deleted, ...sent } = proposed;
  const place = { site, change: n, type };
  if (id === undefined) return { change: n, entry: await createEntry(place, sent) };
  const placed: PlacedEntry = { ...place, id };
  if (deleted === true) {
    await ofItsOwn(placed, () => deleteEntry(placed, undefined));
    return { change: n, entry: undefined };
  }
  const entry = await ofItsOwn(placed, () => changeEntry(placed, sent, version));
  return { change: n, entry };
}

/** An entry that is newer than the proposal gets there with what others saved since. */
async function ofItsOwn<T>({ site, change: n = 0 }: PlacedEntry, write: () => Promise<T>) {
  try {
    return await write();
  } catch (error) {
    const isMissing = error instanceof RefusedError && error.problem.code === "content_not_found";
    if (!isMissing) throw error;
    const params = { path: { site, n } };
    await done(hq.POST("/sites/{site}/changes/{n}/update", { params, body: { decisions: [] } }));
    return await write();
  }
}

/** Makes an entry in a proposal what it was before it: nothing is proposed of it any more. */
export function useTakeOut(
  change: number,
): UseMutationResult<void, Error, Pick<Entry, "type" | "id">> {
  const site = useSiteId();
  const read = useReadChanges();
  return useMutation({
    mutationFn: ({ type, id }) => {
      const params = { path: { site, n: change, api_id: type, id } };
      const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/take-out";
      return done(hq.POST(at, { params }));
    },
    onSuccess: read,
  });
}
