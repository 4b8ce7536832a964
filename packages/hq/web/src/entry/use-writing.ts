import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useConnection } from "../api/connection.ts";
import type { Entry } from "../api/content/entry.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import { useReadBegun } from "../api/content/unsaved-entries.ts";
import { browserPlace, hqPlace, type WrittenEntry } from "../api/content/working-copy.ts";
import { useSession } from "../api/people/session.ts";
import { Keeper, type KeepState } from "../draft/draft-sync.ts";
import {
  beginDraft,
  changesOf,
  EntryDraft,
  type FieldValues,
  valuesOf,
  wordsOf,
} from "../draft/entry-draft.ts";
import type { OpenedWords } from "../draft/open-unsaved-edits.ts";
import { savedOf, SLUG } from "./saved-version.ts";

/** An entry being edited. */
export interface Writing {
  readonly values: FieldValues;
  /** Changes to fields that exist in the schema. */
  readonly changes: FieldValues;
  readonly isChanged: boolean;
  readonly canUndo: boolean;
  /** Changes to fields that no longer exist in the schema. */
  readonly lost: FieldValues;
  /** The version the edits are based on. HQ merges later saves. */
  readonly version: string | undefined;
  readonly kept: KeepState;
  readonly set: (apiId: string, value: unknown) => void;
  readonly draft: EntryDraft;
  readonly keeper: Keeper;
}

interface WritingOf {
  readonly written: WrittenEntry;
  readonly userId: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly opened: OpenedWords;
}

/** Manages the edits of an entry and stores them continuously. */
export function useWriting({ written, userId, schema, entry, opened }: WritingOf): Writing {
  const [draft] = useState(() => new EntryDraft(beginDraft(entry && savedOf(entry), opened.words)));
  const state = useSyncExternalStore(draft.subscribe, () => draft.state);
  useEffect(() => {
    if (entry !== undefined) draft.arrive(savedOf(entry));
  }, [draft, entry]);
  const keeper = useKeeper(written, userId, opened);
  const kept = useSyncExternalStore(keeper.subscribe, () => keeper.state);
  useEffect(() => keeper.change(wordsOf(state)), [keeper, state]);
  return useMemo(() => {
    const known = new Set([...schema.fields.map(({ apiId }) => apiId), SLUG]);
    const all = Object.entries(changesOf(state));
    const changes = Object.fromEntries(all.filter(([apiId]) => known.has(apiId)));
    return {
      values: valuesOf(state),
      changes,
      isChanged: Object.keys(changes).length > 0,
      canUndo: draft.canUndo,
      lost: Object.fromEntries(all.filter(([apiId]) => !known.has(apiId))),
      version: state.base?.version,
      kept,
      set: (apiId, value) => draft.set(apiId, value),
      draft,
      keeper,
    };
  }, [schema, state, kept, draft, keeper]);
}

/** Stores the edits of an entry, including when it gets its id, and retries when HQ or the session returns. */
function useKeeper(written: WrittenEntry, userId: string, opened: OpenedWords): Keeper {
  const { site, change, type, id } = written;
  const [openedAs] = useState(id);
  const readBegun = useReadBegun();
  const keeper = useMemo(() => {
    const place = { site, change, type, id };
    const { words, version, state } = opened;
    const isFirst = id === openedAs;
    const made = new Keeper({
      hq: hqPlace(place, readBegun),
      browser: browserPlace(userId, place),
      version: isFirst ? version : undefined,
    });
    if (isFirst && words !== undefined) made.restore(words, state);
    return made;
  }, [site, change, type, id, userId, opened, openedAs, readBegun]);
  const { awaySince } = useConnection();
  const { data: session } = useSession();
  const csrfToken = session?.csrfToken;
  useEffect(() => {
    if (awaySince === undefined) keeper.retry();
  }, [keeper, awaySince, csrfToken]);
  useEffect(() => {
    const flush = (): void => keeper.flush();
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      keeper.flush();
    };
  }, [keeper]);
  return keeper;
}
