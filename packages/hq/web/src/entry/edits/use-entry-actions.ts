import { useNavigate } from "react-router";
import { RefusedError } from "../../api/client.ts";
import { type Entry, usePublishing, useSaveEntry } from "../../api/content/entry.ts";
import { readRefusedSave, type RefusedSave, resolve } from "../../draft/conflicts.ts";
import { changesOf } from "../../draft/entry-draft.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { carryForm } from "./new-entry.ts";
import { savedOf, sentOf, SLUG } from "./saved-version.ts";
import type { EntryEdits } from "./use-entry-edits.ts";

/** Actions of an open entry and their results. */
export interface EntryActions {
  /** A save that was refused because of conflicts. */
  readonly refused: RefusedSave | undefined;
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly error: Error | null;
  /** Saves the edits, then calls `then`. */
  readonly save: (then?: () => void) => void;
  /** Saves the resolved conflicts of a refused save. */
  readonly saveDecided: (decided: ReadonlyMap<string, unknown>) => void;
  readonly publish: (then: () => void) => void;
  readonly unpublish: () => void;
}

interface EntryActionsOptions {
  readonly type: string;
  /** Id of the entry, or the generated name under which the changes of a new entry are stored. */
  readonly name: string;
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
}

/** Saves, publishes, and unpublishes, one action at a time. */
export function useEntryActions(options: EntryActionsOptions): EntryActions {
  const { type, name: formName, entry, edits } = options;
  const navigate = useNavigate();
  const { form } = useEntryPaths();
  const name = { type, id: entry?.id };
  const save = useSaveEntry(name);
  const shown = { ...name, version: entry?.version };
  const publish = usePublishing(shown, "publish");
  const unpublish = usePublishing(shown, "unpublish");
  const working = [
    save.isPending && ("save" as const),
    publish.isPending && ("publish" as const),
    unpublish.isPending && ("unpublish" as const),
  ].find((act) => act !== false);
  const reset = (): void => {
    save.reset();
    publish.reset();
    unpublish.reset();
  };
  const begin = (act: () => void) => (): void => {
    if (working !== undefined) return;
    reset();
    act();
  };
  const refused =
    save.error instanceof RefusedError ? readRefusedSave(save.error.problem) : undefined;
  return {
    working,
    refused,
    saveDecided(decided) {
      if (refused === undefined || entry === undefined || working !== undefined) return;
      const { draft, values } = edits;
      const latest = savedOf({ ...entry, version: refused.current });
      draft.decide(latest, { [SLUG]: values[SLUG], ...resolve(refused, decided) });
      const fields = changesOf(draft.state);
      const onSuccess = (saved: Entry): void =>
        draft.settle(fields, savedOf(saved), saved.fromOthers);
      save.mutate({ ...sentOf(fields, entry), version: refused.current }, { onSuccess });
    },
    error: save.error ?? publish.error ?? unpublish.error,
    save(then) {
      if (!edits.isChanged) return;
      const { changes, version, draft, draftSync } = edits;
      const onSuccess = (saved: Entry): void => {
        draft.settle(changes, savedOf(saved), saved.fromOthers);
        then?.();
        if (entry !== undefined) return;
        draftSync.stop();
        carryForm(formName, saved.id);
        void navigate(form(type, saved.id), { replace: true });
      };
      begin(() => save.mutate({ ...sentOf(changes, entry), version }, { onSuccess }))();
    },
    publish: (then) => begin(() => publish.mutate(undefined, { onSuccess: then }))(),
    unpublish: begin(() => unpublish.mutate()),
  };
}
