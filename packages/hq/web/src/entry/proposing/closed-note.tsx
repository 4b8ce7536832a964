import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useNavigate } from "react-router";
import type { ChangeDetail } from "../../api/changes/change.ts";
import { hqStorage } from "../../api/content/working-copy.ts";
import { useSiteId } from "../../api/sites.ts";
import type { FieldValues } from "../../draft/entry-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { nameNewEntry } from "../edits/new-entry.ts";
import styles from "./proposing.module.css";

interface ClosedChangeNoteProps {
  readonly type: string;
  /** Undefined for an entry that was being created in the change request. */
  readonly id: string | undefined;
  readonly detail: ChangeDetail;
  /** The unsaved edits. */
  readonly typed: FieldValues;
  /** All values of the entry including the edits. */
  readonly values: FieldValues;
  /** Called once the edits are stored with the entry on `main`. */
  readonly onTaken: () => void;
}

/** Shown if the change request ends while the user is editing in it. Moves the edits to the entry on `main`. */
export function ClosedChangeNote(props: ClosedChangeNoteProps): ReactNode {
  const { type, id, detail, typed, values, onTaken } = props;
  const site = useSiteId();
  const navigate = useNavigate();
  const [hasOther, setHasOther] = useState(false);
  const { change } = detail;
  const isChanged = Object.keys(typed).length > 0;
  const isAdded = detail.entries.some((entry) => entry.id === id && entry.kind === "added");
  const isOnMain = id !== undefined && (change.state === "merged" || !isAdded);
  const take = async (): Promise<void> => {
    const name = isOnMain ? id : nameNewEntry();
    // An entry that exists nowhere else keeps all its values.
    const edits = { fields: isOnMain ? typed : values };
    const result = await hqStorage({ site, type, id: name }).store(edits, undefined);
    if (result.kind !== "kept") {
      setHasOther(true);
      return;
    }
    onTaken();
    void navigate(`/sites/${site}/entries/${type}/${name}`);
  };
  return (
    <div className={styles["ended"]}>
      <Note tone="ochre">
        <FormattedMessage
          id="propose.over"
          values={{ state: change.state, isChanged: String(isChanged) }}
        />
        {hasOther && (
          <>
            {" "}
            <FormattedMessage id="propose.otherWords" />
          </>
        )}
        <span className={styles["acts"]}>
          {isChanged && (
            <Button onPress={() => void take()}>
              <FormattedMessage id="propose.takeWords" />
            </Button>
          )}
          {isOnMain && !isChanged && (
            <Link to={`/sites/${site}/entries/${type}/${id}`}>
              <FormattedMessage id="propose.openEntry" />
            </Link>
          )}
        </span>
      </Note>
    </div>
  );
}
