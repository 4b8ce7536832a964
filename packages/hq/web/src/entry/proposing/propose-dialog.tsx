import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useChanges } from "../../api/changes/changes.ts";
import {
  type ProposedChange,
  type ProposeResult,
  type Proposing,
  useProposeEntry,
} from "../../api/changes/propose-entry.ts";
import { RefusedError } from "../../api/client.ts";
import type { Field } from "../../api/content/schema.ts";
import { useSite } from "../../api/sites.ts";
import { readRefusedSave } from "../../draft/conflicts.ts";
import { ConflictDialog } from "../../ui/compare/conflict-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { withDecisions } from "./apply-decisions.ts";
import { NewChangeForm } from "./new-change-form.tsx";
import { OpenChanges } from "./open-changes.tsx";
import styles from "./proposing.module.css";

interface ProposeDialogProps {
  readonly proposed: ProposedChange;
  /** Title of the entry, as the suggested title of the change request. */
  readonly title: string;
  readonly fields: readonly Field[];
  /** Called once the changes are in a change request. */
  readonly onDone: (proposed: ProposeResult) => void;
  readonly onClose: () => void;
}

/** Asks whether to add the changes to a new or an open change request. */
export function ProposeDialog(props: ProposeDialogProps): ReactNode {
  const { title, fields, onDone, onClose } = props;
  const { formatMessage } = useIntl();
  const { data: listed } = useChanges({ state: "open" });
  const pages = listed?.pages ?? [];
  const open = pages.flatMap((page) => page.contents);
  const [isAdding, setIsAdding] = useState(false);
  const [entry, setEntry] = useState(props.proposed);
  const propose = useProposeEntry();
  const { variables, error } = propose;
  const put = (proposing: Proposing): void => {
    if (!propose.isPending) propose.mutate(proposing, { onSuccess: onDone });
  };
  const refused = error instanceof RefusedError ? readRefusedSave(error.problem) : undefined;
  if (refused !== undefined && variables !== undefined) {
    return (
      <ConflictDialog
        refused={refused}
        fields={fields}
        other={undefined}
        together={[]}
        {...(typeof variables.into === "number" && IN_PROPOSAL)}
        isSaving={propose.isPending}
        onDecide={(decided) => {
          const sent = withDecisions(entry, refused, decided);
          setEntry(sent);
          put({ ...variables, entry: sent });
        }}
        onLater={() => propose.reset()}
      />
    );
  }
  const ways = [
    { id: "new", label: <FormattedMessage id="propose.new" /> },
    { id: "open", label: <FormattedMessage id="propose.open" values={{ count: open.length }} /> },
  ] as const;
  const shared = { isWorking: propose.isPending, error, onClose };
  const heading = entry.deleted === true ? "propose.deletion" : "propose.title";
  return (
    <Dialog title={<FormattedMessage id={heading} values={{ title }} />} isOpen onClose={onClose}>
      <Lead />
      {open.length > 0 && (
        <Segments
          label={formatMessage({ id: "propose.where" })}
          segments={ways}
          value={isAdding ? "open" : "new"}
          onChange={(way) => setIsAdding(way === "open")}
        />
      )}
      {isAdding ? (
        <OpenChanges
          {...shared}
          proposals={open}
          people={pages.flatMap((page) => page.people)}
          onPropose={(into) => put({ entry, into })}
        />
      ) : (
        <NewChangeForm
          {...shared}
          entry={entry}
          title={title}
          onPropose={(into) => put({ entry, into })}
        />
      )}
    </Dialog>
  );
}

/** Explains what proposing changes does and why it is required. */
function Lead(): ReactNode {
  const { data: site } = useSite();
  const id = site?.reviewRequired === true ? "propose.leadReviewed" : "propose.lead";
  return (
    <p className={styles["lead"]}>
      <FormattedMessage id={id} />
    </p>
  );
}

const IN_PROPOSAL = {
  title: <FormattedMessage id="propose.conflict" />,
  theirs: <FormattedMessage id="propose.theirs" />,
};
