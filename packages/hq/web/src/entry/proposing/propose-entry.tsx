import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { ProposeResult } from "../../api/changes/propose-entry.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { useSiteId } from "../../api/sites.ts";
import { sentOf, slugField } from "../edits/saved-version.ts";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import type { DialogName } from "../publishing/entry-dialogs.tsx";
import { ProposeDialog } from "./propose-dialog.tsx";

interface ProposeEntryProps {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly title: string;
  readonly edits: EntryEdits;
  readonly dialog: DialogName | undefined;
  readonly onClose: () => void;
}

/** Proposes the edits or the deletion of an entry, then continues in the change request. */
export function ProposeEntry(props: ProposeEntryProps): ReactNode {
  const { type, schema, entry, title, edits, dialog, onClose } = props;
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const navigate = useNavigate();
  const { changes, version, draftSync } = edits;
  const fields = [...schema.fields, slugField(formatMessage({ id: "slug.title" }))];
  // Use the saved title, not the edited one.
  const shared = { title: entry?.title ?? title, fields, onClose };
  const toProposal = ({ change, entry: proposed }: ProposeResult): void => {
    const at = `/sites/${site}/review/${change}`;
    void navigate(proposed === undefined ? at : `${at}/entries/${type}/${proposed.id}`);
  };
  if (dialog === "propose" && edits.isChanged) {
    const proposed = { type, id: entry?.id, version, ...sentOf(changes, entry) };
    return (
      <ProposeDialog
        {...shared}
        proposed={proposed}
        onDone={(result) => {
          // Editing continues there, so nothing is unsaved here.
          draftSync.stop();
          toProposal(result);
        }}
      />
    );
  }
  if (dialog !== "proposeDeletion" || entry === undefined) return null;
  const deletion = {
    type,
    id: entry.id,
    version: entry.version,
    fields: {},
    deleted: true,
  } as const;
  return <ProposeDialog {...shared} proposed={deletion} onDone={toProposal} />;
}
