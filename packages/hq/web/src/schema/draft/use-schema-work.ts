import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { RefusedError } from "../../api/client.ts";
import { useSaveSchema, type WorkingSchema } from "../../api/content/working-schema.ts";
import type { Side } from "./decide-conflicts.ts";
import { draftOf, type SchemaDraft } from "./schema-draft.ts";
import { bodyOf, typeOf } from "./schema-forms.ts";
import {
  arrive,
  startWork,
  decide,
  discard,
  edit,
  isChanged,
  type SavedSchema,
  type SchemaWork,
  settle,
} from "./schema-work.ts";
import { deleteDraft, storeDraft, type StoredSchema, type StoredDraftKey } from "./stored-draft.ts";

/** A schema being edited, with actions. */
export interface Work extends SchemaWork {
  readonly isChanged: boolean;
  /** When restored changes were stored; undefined once the user has seen them. */
  readonly foundSince: string | undefined;
  /** Where unsaved changes are: briefly only in the form, in this browser, or nowhere because storing failed. */
  readonly keeping: Keeping;
  readonly isSaving: boolean;
  readonly error: Error | null;
  /** HQ's messages about single fields from a refused save, by dotted API IDs. */
  readonly refused: ReadonlyMap<string, string>;
  readonly change: (next: (draft: SchemaDraft) => SchemaDraft) => void;
  /** Saves the changes, then calls `then`. */
  readonly save: (then?: () => void) => void;
  /** Replaces the file's schema, whatever it contains. */
  readonly replace: (draft: SchemaDraft) => void;
  readonly decide: (decided: ReadonlyMap<string, Side>) => void;
  readonly discard: () => void;
  /** Marks restored or merged changes as seen by the user. */
  readonly see: () => void;
}

type Keeping = "typed" | "kept" | "failed";

const KEEP_MS = 250;

/** Manages the changes to a type's schema, and stores them in this browser until they are saved. */
export function useSchemaWork(
  of: StoredDraftKey,
  working: WorkingSchema,
  kept: StoredSchema | undefined,
): Work {
  const [work, setWork] = useState(() => startWork(savedOf(working), kept));
  const [foundSince, setFoundSince] = useState(kept?.keptAt);
  const save = useSaveSchema(of.type);
  // A version identifies a file's content. A newly loaded version is merged immediately.
  const [read, setRead] = useState(working);
  if (read !== working) {
    setRead(working);
    setWork((now) => arrive(now, savedOf(working)));
  }
  const isUnsaved = isChanged(work);
  const keeping = useStoreDraft(of, { work, isUnsaved, hadKept: kept !== undefined });
  const isSaving = save.isPending;
  const refused = useMemo(() => refusedFields(save.error), [save.error]);
  const send = (sent: SchemaDraft, then?: () => void): void => {
    if (isSaving) return;
    const asked = { body: bodyOf(sent), version: work.base.version };
    save.mutate(asked, {
      onSuccess: (saved) => {
        setWork((now) => settle(now, sent, savedOf(saved)));
        setFoundSince(undefined);
        then?.();
      },
    });
  };
  return {
    ...work,
    isChanged: isUnsaved,
    foundSince: isUnsaved ? foundSince : undefined,
    keeping,
    isSaving,
    error: save.error,
    refused,
    change: useCallback((next) => setWork((now) => edit(now, next(now.draft))), []),
    save(then) {
      if (isUnsaved) send(work.draft, then);
      else then?.();
    },
    replace(draft) {
      setWork((now) => edit(now, draft));
      send(draft);
    },
    decide: (decided) => setWork((now) => decide(now, decided)),
    discard() {
      save.reset();
      setWork(discard);
      setFoundSince(undefined);
    },
    see() {
      setFoundSince(undefined);
      setWork((now) => ({ ...now, isJoined: false }));
    },
  };
}

function savedOf({ version, schema }: WorkingSchema): SavedSchema {
  return { version, type: typeOf(draftOf(schema), schema.apiId) };
}

function refusedFields(error: Error | null): ReadonlyMap<string, string> {
  if (!(error instanceof RefusedError)) return new Map();
  return new Map((error.problem.errors ?? []).map(({ path, message }) => [path, message]));
}

interface Kept {
  readonly work: SchemaWork;
  readonly isUnsaved: boolean;
  /** Whether the browser had stored changes when the editor was opened. */
  readonly hadKept: boolean;
}

/** Stores unsaved changes in this browser. */
function useStoreDraft(of: StoredDraftKey, { work, isUnsaved, hadKept }: Kept): Keeping {
  const { base, draft } = work;
  const { userId, site, type } = of;
  const [last, setLast] = useState<{ readonly draft: SchemaDraft; readonly isKept: boolean }>();
  const isThere = useRef(hadKept);
  const write = useCallback(async (): Promise<void> => {
    const place = { userId, site, type };
    if (!isUnsaved && !isThere.current) return;
    isThere.current = isUnsaved;
    try {
      if (isUnsaved) await storeDraft(place, { base, draft, keptAt: new Date().toISOString() });
      else await deleteDraft(place);
      setLast({ draft, isKept: true });
    } catch {
      setLast({ draft, isKept: false });
    }
  }, [userId, site, type, base, draft, isUnsaved]);
  const newest = useRef(write);
  useEffect(() => {
    newest.current = write;
    const timer = setTimeout(() => void write(), KEEP_MS);
    return () => clearTimeout(timer);
  }, [write]);
  useEffect(() => {
    const flush = (): void => void newest.current();
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
    };
  }, []);
  const hasFailed = last?.isKept === false && isUnsaved;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasFailed]);
  if (hasFailed) return "failed";
  return last?.draft === draft ? "kept" : "typed";
}
