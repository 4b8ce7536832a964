import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useBlocker } from "react-router";
import { RefusedError } from "../api/client.ts";
import { useConnection } from "../api/connection.ts";
import { useChangeNumber } from "../api/content/entry-place.ts";
import type { Entry } from "../api/content/entry.ts";
import type { Field, TypeSchema } from "../api/content/schema.ts";
import { timesOf } from "../api/publishing/entry-times.ts";
import { useScheduleFailures } from "../api/publishing/schedule.ts";
import type { SignedIn } from "../api/session.ts";
import type { Site } from "../api/sites.ts";
import type { DraftSync } from "../draft/draft-sync.ts";
import type { EntryDraft } from "../draft/entry-draft.ts";
import type { OpenedEdits } from "../draft/open-unsaved-edits.ts";
import { usePresence } from "../live/use-presence.ts";
import { useSaveKey } from "../shell/use-save-key.ts";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import { LeaveGuard } from "./conflict/leave-guard.tsx";
import { useEntryActions } from "./edits/use-entry-actions.ts";
import { useEntryEdits } from "./edits/use-entry-edits.ts";
import { EntryHead } from "./entry-head.tsx";
import { EntryNotes } from "./entry-notes.tsx";
import { OpenBeside, type Target } from "./fields/choose/open-beside.ts";
import { EntryForm } from "./form/entry-form.tsx";
import { problemsOf } from "./form/problems.ts";
import { useProblemKey } from "./form/use-problem-key.ts";
import { ChangeEntryHead } from "./proposing/change-entry-head.tsx";
import type { DialogName } from "./publishing/entry-dialogs.tsx";
import { usePublishState } from "./publishing/use-publish-state.tsx";
import { EntrySide } from "./side/entry-side.tsx";
import styles from "./entry.module.css";

const EntryPane = lazy(async () => ({ default: (await import("./entry-pane.tsx")).EntryPane }));

interface EntryEditorProps {
  readonly type: string;
  /** Id of the entry, or the generated name under which the changes of a new entry are stored. */
  readonly name: string;
  readonly schema: TypeSchema;
  /** Absent for a new entry. */
  readonly entry: Entry | undefined;
  readonly site: Site;
  readonly session: SignedIn;
  readonly opened: OpenedEdits;
  /** Why the entry could not be refetched. */
  readonly error: Error | null;
}

/** The entry editor: fields, state, and actions of an entry. */
export function EntryEditor(props: EntryEditorProps): ReactNode {
  const { type, name, schema, entry, site, session, opened } = props;
  const change = useChangeNumber();
  const written = { site: site.id, change, type, id: entry?.id ?? name };
  const edits = useEntryEdits({ written, userId: session.user.id, schema, entry, opened });
  const acts = useEntryActions({ type, name, entry, edits });
  // Presence isn't reported in a change request, because its entry differs from the one on `main`.
  const presence = usePresence(site.id, change === undefined ? entry?.id : undefined);
  const [undone, setUndone] = useState<string>();
  useUndoKey(edits.draft, setUndone);
  const [dialog, setDialog] = useState<DialogName>();
  const isReviewed = change === undefined && site.reviewRequired;
  useSaveKey(isReviewed ? () => setDialog("propose") : acts.save);
  const { data: failures = [] } = useScheduleFailures();
  const times = entry === undefined ? [] : timesOf(entry, failures, Date.now());
  // Save edits before publishing.
  const saveAndOpen = (what: DialogName): void =>
    edits.isChanged ? acts.save(() => setDialog(what)) : setDialog(what);
  const mayWrite = site.role !== "view";
  const isOnline = useConnection().awaySince === undefined;
  const state = usePublishState({ type, schema, entry, site, edits, isOnline });
  const refused = problemsOf(acts.error);
  useProblemKey([...refused, ...state.open].map(({ path }) => path));
  const shared = { type, schema, entry, site, edits, acts };
  const isRefused = props.error instanceof RefusedError;
  const form = (
    <div className={styles["work"]}>
      <div className={styles["scroll"]}>
        <EntryNotes {...shared} error={props.error} opened={opened} />
        <EntryForm
          schema={schema}
          entry={entry}
          mayWrite={mayWrite}
          edits={edits}
          people={presence.others}
          onEnter={presence.enter}
          problems={new Map(refused.map(({ path, message }) => [path, message]))}
        />
      </div>
      <EntrySide
        {...shared}
        people={presence.others}
        state={state}
        times={times}
        onSchedule={() => saveAndOpen("schedule")}
      />
    </div>
  );
  return (
    <PaneProvider site={site} session={session}>
      {change === undefined ? (
        <EntryHead
          {...shared}
          people={presence.others}
          isRefused={isRefused}
          state={state}
          times={times}
          dialog={dialog}
          onOpenDialog={setDialog}
          onSaveAndOpen={saveAndOpen}
        >
          {form}
        </EntryHead>
      ) : (
        <ChangeEntryHead {...shared} change={change} isRefused={isRefused} open={state.open}>
          {form}
        </ChangeEntryHead>
      )}
      <HiddenText>
        <span role="status">
          <UndoneNote field={schema.fields.find(({ apiId }) => apiId === undone)} />
        </span>
      </HiddenText>
      <ConfirmLeave draftSync={edits.draftSync} />
    </PaneProvider>
  );
}

function UndoneNote({ field }: { readonly field: Field | undefined }): ReactNode {
  return field && <FormattedMessage id="entry.undone" values={{ field: field.label }} />;
}

/** Asks for confirmation before unsaved changes are lost with the page. */
function ConfirmLeave({ draftSync }: { readonly draftSync: DraftSync }): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draftSync.isAtRisk && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <LeaveGuard
      draftSync={draftSync}
      isAsking={blocker.state === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface PaneProviderProps extends Pick<EntryEditorProps, "site" | "session"> {
  readonly children: ReactNode;
}

/** Lets the form open a referenced entry next to it. */
function PaneProvider({ site, session, children }: PaneProviderProps): ReactNode {
  const [target, setTarget] = useState<Target>();
  return (
    <OpenBeside value={setTarget}>
      {children}
      <Suspense>
        {target !== undefined && (
          <EntryPane
            key={target.id}
            target={target}
            site={site}
            userId={session.user.id}
            onClose={() => setTarget(undefined)}
          />
        )}
      </Suspense>
    </OpenBeside>
  );
}

const TYPED_IN = "input, textarea, [contenteditable]:not([contenteditable=false])";

/** Handles Ctrl-Z (undo) and Ctrl-Shift-Z (redo) unless a text control has the focus, which has its own undo. */
function useUndoKey(draft: EntryDraft, onDone: (apiId: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(`${TYPED_IN}, [role=dialog]`) !== null)
        return;
      const apiId = shiftKey ? draft.redo() : draft.undo();
      if (apiId === undefined) return;
      event.preventDefault();
      onDone(apiId);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [draft, onDone]);
}
