import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useConnection } from "../../api/connection.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { useRefetchUnsavedEntries } from "../../api/content/unsaved-entries.ts";
import { browserStorage, hqStorage, type EditedEntry } from "../../api/content/working-copy.ts";
import { useSession } from "../../api/session.ts";
import { DraftSync, type SyncState } from "../../draft/draft-sync.ts";
import {
  createDraft,
  changesOf,
  EntryDraft,
  type FieldValues,
  valuesOf,
  unsavedEditsOf,
} from "../../draft/entry-draft.ts";
import type { OpenedEdits } from "../../draft/open-unsaved-edits.ts";
import { savedOf, SLUG } from "./saved-version.ts";

/** An entry being edited. */
export interface EntryEdits {
  readonly values: FieldValues;
  /** Changes to fields that exist in the schema. */
  readonly changes: FieldValues;
  readonly isChanged: boolean;
  readonly canUndo: boolean;
  /** Changes to fields that no longer exist in the schema. */
  readonly lost: FieldValues;
  /** The version the edits are based on. HQ merges later saves. */
  readonly version: string | undefined;
  readonly syncState: SyncState;
  readonly set: (apiId: string, value: unknown) => void;
  readonly draft: EntryDraft;
  readonly draftSync: DraftSync;
}

interface UseEntryEditsOptions {
  readonly written: EditedEntry;
  readonly userId: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly opened: OpenedEdits;
}

/** Manages the edits of an entry and stores them continuously. */
export function useEntryEdits({
  written,
  userId,
  schema,
  entry,
  opened,
}: UseEntryEditsOptions): EntryEdits {
  const [draft] = useState(
    () => new EntryDraft(createDraft(entry && savedOf(entry), opened.edits)),
  );
  const state = useSyncExternalStore(draft.subscribe, () => draft.state);
  useEffect(() => {
    if (entry !== undefined) draft.arrive(savedOf(entry));
  }, [draft, entry]);
  const draftSync = useDraftSync(written, userId, opened);
  const syncState = useSyncExternalStore(draftSync.subscribe, () => draftSync.state);
  useEffect(() => draftSync.change(unsavedEditsOf(state)), [draftSync, state]);
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
      syncState,
      set: (apiId, value) => draft.set(apiId, value),
      draft,
      draftSync,
    };
  }, [schema, state, syncState, draft, draftSync]);
}

/** Stores the edits of an entry, including when it gets its id, and retries when HQ or the session returns. */
function useDraftSync(written: EditedEntry, userId: string, opened: OpenedEdits): DraftSync {
  const { site, change, type, id } = written;
  const [openedAs] = useState(id);
  const readBegun = useRefetchUnsavedEntries();
  const sync = useMemo(() => {
    const place = { site, change, type, id };
    const { edits, version, state } = opened;
    const isFirst = id === openedAs;
    const created = new DraftSync({
      hq: hqStorage(place, readBegun),
      browser: browserStorage(userId, place),
      version: isFirst ? version : undefined,
    });
    if (isFirst && edits !== undefined) created.restore(edits, state);
    return created;
  }, [site, change, type, id, userId, opened, openedAs, readBegun]);
  const { awaySince } = useConnection();
  const { data: session } = useSession();
  const csrfToken = session?.csrfToken;
  useEffect(() => {
    if (awaySince === undefined) sync.retry();
  }, [sync, awaySince, csrfToken]);
  useEffect(() => {
    const flush = (): void => sync.flush();
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      sync.flush();
    };
  }, [sync]);
  return sync;
}
