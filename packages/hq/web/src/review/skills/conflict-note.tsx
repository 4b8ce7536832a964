import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { SkillChange } from "../../api/changes/skill-change.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { ConflictsDialog } from "../request/conflicts-dialog.tsx";
import { shortPath } from "./file-changes.tsx";

interface ConflictNoteProps {
  readonly detail: SkillChange;
  /** Whether the person may decide. */
  readonly mayWrite: boolean;
}

/** Others changed the same files: what stands is to be chosen. */
export function ConflictNote({ detail, mayWrite }: ConflictNoteProps): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const conflicts = detail.merge?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  return (
    <Note tone="ochre">
      <FormattedMessage
        id="review.conflict"
        values={{
          who: formatMessage({ id: "review.someone" }),
          titles: formatList(conflicts.map(({ file }) => shortPath(file))),
          count: conflicts.length,
        }}
      />
      {mayWrite && (
        <Button onPress={() => setIsOpen(true)}>
          <FormattedMessage id="review.choose" />
        </Button>
      )}
      {isOpen && (
        <ConflictsDialog
          key={detail.head}
          change={detail.change.number}
          conflicts={conflicts}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Note>
  );
}
