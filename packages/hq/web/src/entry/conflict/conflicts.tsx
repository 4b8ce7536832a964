import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { useOtherEditor } from "../../api/content/other-editor.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { parseConflictPath, type RefusedSave } from "../../draft/conflicts.ts";
import { changedFields } from "../../draft/entry-draft.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictDialog } from "../../ui/compare/conflict-dialog.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { labelOf } from "../form/problems.ts";
import type { EntryEdits } from "../use-entry-edits.ts";
import styles from "./unsaved-notes.module.css";

interface ConflictsProps {
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  readonly acts: {
    readonly refused: RefusedSave | undefined;
    readonly working: string | undefined;
    readonly saveDecided: (decided: ReadonlyMap<string, unknown>) => void;
  };
}

/** Asks the user to resolve the conflicts of a refused save, now or later. */
export function Conflicts({ schema, entry, edits, acts }: ConflictsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { refused } = acts;
  const [later, setLater] = useState<RefusedSave>();
  const { data: event } = useOtherEditor(entry, refused?.current);
  // Load the other version and its author first, because the question refers to them.
  const isRead = event !== undefined && entry?.version !== edits.version;
  if (refused === undefined || entry === undefined || !isRead) return null;
  const name = event?.author.name;
  if (later?.current === refused.current) {
    return (
      <Note tone="madder">
        <FormattedMessage
          id="conflict.waits"
          values={{
            count: refused.conflicts.length,
            name: name ?? formatMessage({ id: "conflict.somebody" }),
          }}
        />
        <span className={styles["acts"]}>
          <Button onPress={() => setLater(undefined)}>
            <FormattedMessage id="conflict.decide" />
          </Button>
        </span>
      </Note>
    );
  }
  return (
    <ConflictDialog
      key={refused.current}
      refused={refused}
      fields={schema.fields}
      other={name}
      together={changedByBoth(refused, edits).map((id) => labelOf(id, schema.fields))}
      isSaving={acts.working === "save"}
      onDecide={acts.saveDecided}
      onLater={() => setLater(refused)}
    />
  );
}

/** Returns the fields that contain changes by both sides without a conflict. */
function changedByBoth(
  { conflicts }: RefusedSave,
  { draft, changes }: EntryEdits,
): readonly string[] {
  const { base, theirs } = draft.state;
  if (theirs === undefined) return [];
  const open = new Set(conflicts.map(({ path }) => parseConflictPath(path).name));
  return changedFields(base, theirs).filter((apiId) => apiId in changes && !open.has(apiId));
}
