import { type ReactNode, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useChangeNumber } from "../api/content/entry-place.ts";
import { type Entry, useEntry } from "../api/content/entry.ts";
import { type TypeSchema, useSchema } from "../api/content/schema.ts";
import type { Site } from "../api/sites.ts";
import type { OpenedEdits } from "../draft/open-unsaved-edits.ts";
import { useEntryPaths } from "../shell/use-entry-paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { SaveStatus } from "./bar/save-status.tsx";
import { LeaveGuard } from "./conflict/leave-guard.tsx";
import { useUnsavedEdits } from "./conflict/use-unsaved-edits.ts";
import { sentOf, slugField } from "./edits/saved-version.ts";
import { type EntryActions, useEntryActions } from "./edits/use-entry-actions.ts";
import { type EntryEdits, useEntryEdits } from "./edits/use-entry-edits.ts";
import { EntryNotes } from "./entry-notes.tsx";
import { OpenBeside, type Target } from "./fields/choose/open-beside.ts";
import { EntryForm } from "./form/entry-form.tsx";
import { problemsOf } from "./form/problems.ts";
import { useProblemKey } from "./form/use-problem-key.ts";
import { ProposeDialog } from "./proposing/propose-dialog.tsx";
import styles from "./pane.module.css";

interface EntryPaneProps {
  readonly target: Target;
  readonly site: Site;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Edits a referenced entry in a pane next to the form. */
export function EntryPane({ target, site, userId, onClose }: EntryPaneProps): ReactNode {
  const { type, id } = target;
  const schema = useSchema(type);
  const entry = useEntry(target);
  const change = useChangeNumber();
  const opened = useUnsavedEdits({ site: site.id, change, type, id }, userId);
  if (schema.data === undefined || entry.data === undefined || opened === undefined) {
    const error = schema.error ?? entry.error;
    return (
      <Dialog title={schema.data?.label ?? type} isOpen isBeside onClose={onClose}>
        <Loading error={error} />
      </Dialog>
    );
  }
  return (
    <OpenBeside value={undefined}>
      <PaneForm
        type={type}
        schema={schema.data}
        entry={entry.data}
        error={entry.error}
        opened={opened}
        site={site}
        userId={userId}
        onClose={onClose}
      />
    </OpenBeside>
  );
}

interface PaneFormProps extends Omit<EntryPaneProps, "target"> {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry;
  /** Why the entry could not be refetched. */
  readonly error: Error | null;
  readonly opened: OpenedEdits;
}

function PaneForm(props: PaneFormProps): ReactNode {
  const { type, schema, entry, error, opened, site, userId, onClose } = props;
  const change = useChangeNumber();
  const [isProposing, setIsProposing] = useState(false);
  const written = { site: site.id, change, type, id: entry.id };
  const edits = useEntryEdits({ written, userId, schema, entry, opened });
  const acts = useEntryActions({ type, name: entry.id, entry, edits });
  const [isAsking, setIsAsking] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const mayWrite = site.role !== "view";
  const problems = problemsOf(acts.error);
  useProblemKey(problems.map(({ path }) => path));
  return (
    <Dialog
      title={entry.title}
      isOpen
      isBeside
      onClose={() => (edits.draftSync.isAtRisk ? setIsAsking(true) : onClose())}
    >
      <div
        ref={root}
        tabIndex={-1}
        className={styles["pane"]}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          // Otherwise the form below would save its own changes.
          event.stopPropagation();
          if (change === undefined && site.reviewRequired) setIsProposing(true);
          else acts.save();
        }}
      >
        <EntryNotes
          schema={schema}
          entry={entry}
          error={error}
          edits={edits}
          acts={acts}
          opened={opened}
        />
        <EntryForm
          schema={schema}
          entry={entry}
          mayWrite={mayWrite}
          edits={edits}
          people={[]}
          onEnter={() => undefined}
          problems={new Map(problems.map(({ path, message }) => [path, message]))}
        />
        <PaneFoot
          type={type}
          schema={schema}
          entry={entry}
          site={site}
          edits={edits}
          acts={acts}
          // Once saved, the button is disabled and would lose the focus to the page below.
          onSave={() => acts.save(() => root.current?.focus())}
          isProposing={isProposing}
          onProposing={setIsProposing}
        />
      </div>
      <LeaveGuard
        draftSync={edits.draftSync}
        isAsking={isAsking}
        onStay={() => setIsAsking(false)}
        onLeave={onClose}
      />
    </Dialog>
  );
}

interface PaneFootProps {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry;
  readonly site: Site;
  readonly edits: EntryEdits;
  readonly acts: EntryActions;
  readonly onSave: () => void;
  readonly isProposing: boolean;
  readonly onProposing: (isProposing: boolean) => void;
}

/** The bar below an entry in a pane: save status, Save, and Propose changes. */
function PaneFoot(props: PaneFootProps): ReactNode {
  const { type, entry, site, edits, acts, onSave, onProposing } = props;
  const { form } = useEntryPaths();
  const isInProposal = useChangeNumber() !== undefined;
  const mayWrite = site.role !== "view";
  const isReviewed = site.reviewRequired && !isInProposal;
  const { isChanged } = edits;
  return (
    <footer className={styles["foot"]}>
      <Link to={form(type, entry.id)} target="_blank">
        <FormattedMessage id="pane.whole" />
      </Link>
      <SaveStatus isChanged={isChanged} isSaved syncState={edits.syncState} />
      {mayWrite && !isInProposal && (
        <Button
          look={isReviewed ? "primary" : "plain"}
          isDisabled={!isChanged}
          onPress={() => onProposing(true)}
        >
          <FormattedMessage id="propose.act" />
        </Button>
      )}
      {mayWrite && !isReviewed && (
        <Button
          look="primary"
          isDisabled={!isChanged}
          isWorking={acts.working === "save"}
          onPress={onSave}
        >
          <FormattedMessage id={isInProposal ? "propose.save" : "entry.save"} />
        </Button>
      )}
      <ProposePaneChanges {...props} />
    </footer>
  );
}

/** Proposes the changes of the pane; the form below stays open. */
function ProposePaneChanges(props: PaneFootProps): ReactNode {
  const { type, schema, entry, site, edits, isProposing, onProposing } = props;
  const { formatMessage } = useIntl();
  const [proposedIn, setProposedIn] = useState<number>();
  if (isProposing && edits.isChanged) {
    return (
      <ProposeDialog
        proposed={{
          type,
          id: entry.id,
          version: edits.version,
          ...sentOf(edits.changes, entry),
        }}
        title={entry.title}
        fields={[...schema.fields, slugField(formatMessage({ id: "slug.title" }))]}
        onDone={({ change }) => {
          edits.draft.replace(undefined);
          setProposedIn(change);
          onProposing(false);
        }}
        onClose={() => onProposing(false)}
      />
    );
  }
  if (proposedIn === undefined || edits.isChanged) return null;
  return (
    <Note tone="leaf">
      <FormattedMessage
        id="propose.done"
        values={{
          a: (chunks) => (
            <Link to={`/sites/${site.id}/review/${proposedIn}`} target="_blank">
              {chunks}
            </Link>
          ),
        }}
      />
    </Note>
  );
}
