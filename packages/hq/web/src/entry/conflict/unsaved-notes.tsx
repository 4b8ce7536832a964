import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { SyncState } from "../../draft/draft-sync.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import type { EntryEdits } from "../use-entry-edits.ts";
import styles from "./unsaved-notes.module.css";

interface UnsavedNotesProps {
  readonly edits: EntryEdits;
  /** When the restored changes were stored, in ISO 8601. */
  readonly since: string | undefined;
}

/** Notes about unsaved changes: restored ones, different ones from another device, and those of deleted fields. */
export function UnsavedNotes({ edits, since }: UnsavedNotesProps): ReactNode {
  const { draft, syncState, lost } = edits;
  const [isSeen, setIsSeen] = useState(false);
  // Saved or discarded: later changes were not restored.
  if (!edits.isChanged && !isSeen) setIsSeen(true);
  const isFound =
    since !== undefined && !isSeen && edits.isChanged && syncState.kind !== "elsewhere";
  return (
    <>
      {isFound && (
        <Note tone="ochre">
          <FormattedMessage
            id="words.found"
            values={{ time: <FormattedDate value={since} dateStyle="medium" timeStyle="short" /> }}
          />
          <span className={styles["acts"]}>
            <Button onPress={() => setIsSeen(true)}>
              <FormattedMessage id="words.goOn" />
            </Button>
            <Button look="quiet" onPress={() => draft.replace(undefined)}>
              <FormattedMessage id="words.throwAway" />
            </Button>
          </span>
        </Note>
      )}
      {syncState.kind === "elsewhere" && <OtherEdits edits={edits} copy={syncState.copy} />}
      {syncState.kind === "refused" && (
        <Note tone="madder">
          <FormattedMessage id="words.notKept" values={{ why: syncState.message }} />
        </Note>
      )}
      {Object.keys(lost).length > 0 && (
        <Note tone="ochre">
          <FormattedMessage id="words.fieldsGone" />
          <dl className={styles["lost"]}>
            {Object.entries(lost).map(([apiId, value]) => (
              <div key={apiId}>
                <dt>{apiId}</dt>
                <dd>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</dd>
              </div>
            ))}
          </dl>
          <span className={styles["acts"]}>
            <Button look="quiet" onPress={() => draft.drop(Object.keys(lost))}>
              <FormattedMessage id="words.dropGone" />
            </Button>
          </span>
        </Note>
      )}
    </>
  );
}

interface OtherEditsProps {
  readonly edits: EntryEdits;
  readonly copy: Extract<SyncState, { readonly kind: "elsewhere" }>["copy"];
}

/** Asks which changes to keep if the same user edited the entry on another device or in another window. */
function OtherEdits({ edits: { draft, draftSync }, copy }: OtherEditsProps): ReactNode {
  return (
    <Note tone="madder">
      <FormattedMessage
        id="words.elsewhere"
        values={{
          time: <FormattedDate value={copy.keptAt} dateStyle="medium" timeStyle="short" />,
        }}
      />
      <span className={styles["acts"]}>
        <Button
          onPress={() => {
            draftSync.takeTheirs(copy);
            draft.replace(copy.words);
          }}
        >
          <FormattedMessage id="words.takeThose" />
        </Button>
        <Button onPress={() => draftSync.keepOurs()}>
          <FormattedMessage id="words.keepThese" />
        </Button>
      </span>
    </Note>
  );
}
