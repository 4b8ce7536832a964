import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useChangeNumber } from "../api/content/entry-place.ts";
import type { Entry } from "../api/content/entry.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import type { Site } from "../api/sites.ts";
import { useEntryPaths } from "../shell/use-entry-paths.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/notes/note.tsx";
import { SaveStatus } from "./bar/save-status.tsx";
import { ProposeDialog } from "./proposing/propose-dialog.tsx";
import { sentOf, slugField } from "./saved-version.ts";
import type { EntryActions } from "./use-entry-actions.ts";
import type { EntryEdits } from "./use-entry-edits.ts";
import styles from "./pane.module.css";

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
export function PaneFoot(props: PaneFootProps): ReactNode {
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
