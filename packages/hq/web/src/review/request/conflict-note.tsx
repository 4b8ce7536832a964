import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ChangeDetail } from "../../api/changes/change.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { ConflictsDialog } from "./conflicts-dialog.tsx";
import styles from "./request.module.css";

interface ConflictNoteProps {
  readonly detail: ChangeDetail;
  /** Authors of the conflicting changes, as far as known. */
  readonly people: readonly string[];
  /** Titles of the parts with conflicts. */
  readonly titles: readonly string[];
  /** Whether the user can resolve conflicts. */
  readonly mayWrite: boolean;
}

/** Others changed the same parts, so the conflicts must be resolved. */
export function ConflictNote({ detail, people, titles, mayWrite }: ConflictNoteProps): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const conflicts = detail.merge?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  const who = people.length > 0 ? people : [formatMessage({ id: "review.someone" })];
  return (
    <>
      <Note tone="ochre">
        <FormattedMessage
          id="review.conflict"
          values={{
            who: formatList([...new Set(who)]),
            titles: formatList([...new Set(titles)]),
            count: conflicts.length,
          }}
        />
        {mayWrite && (
          <span className={styles["noteAct"]}>
            <Button onPress={() => setIsOpen(true)}>
              <FormattedMessage id="review.choose" />
            </Button>
          </span>
        )}
      </Note>
      {isOpen && (
        <ConflictsDialog
          key={detail.head}
          change={detail.change.number}
          conflicts={conflicts}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
