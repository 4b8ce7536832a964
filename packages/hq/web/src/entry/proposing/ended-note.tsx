import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useNavigate } from "react-router";
import type { ChangeDetail } from "../../api/changes/change.ts";
import { hqPlace } from "../../api/content/working-copy.ts";
import { useSiteId } from "../../api/sites.ts";
import type { FieldValues } from "../../draft/entry-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { nameNewEntry } from "../new-address.ts";
import styles from "./proposing.module.css";

interface EndedNoteProps {
  readonly type: string;
  /** Undefined of one that was to be begun in the proposal. */
  readonly id: string | undefined;
  readonly detail: ChangeDetail;
  /** What was typed and not saved. */
  readonly typed: FieldValues;
  /** Everything that the entry would have with it. */
  readonly values: FieldValues;
  /** Hears that what was typed is kept with the entry itself. */
  readonly onTaken: () => void;
}

/** The proposal is over while somebody writes in it: what they typed goes on in the entry itself. */
export function EndedNote(props: EndedNoteProps): ReactNode {
  const { type, id, detail, typed, values, onTaken } = props;
  const site = useSiteId();
  const navigate = useNavigate();
  const [hasOther, setHasOther] = useState(false);
  const { change } = detail;
  const isChanged = Object.keys(typed).length > 0;
  const isAdded = detail.entries.some((entry) => entry.id === id && entry.kind === "added");
  const isThere = id !== undefined && (change.state === "merged" || !isAdded);
  const take = async (): Promise<void> => {
    const name = isThere ? id : nameNewEntry();
    // Of an entry that is nowhere else, all of it goes on.
    const words = { fields: isThere ? typed : values };
    const kept = await hqPlace({ site, type, id: name }).keep(words, undefined);
    if (kept.kind !== "kept") {
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
          {isThere && !isChanged && (
            <Link to={`/sites/${site}/entries/${type}/${id}`}>
              <FormattedMessage id="propose.openEntry" />
            </Link>
          )}
        </span>
      </Note>
    </div>
  );
}
