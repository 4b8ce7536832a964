import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { KeepState } from "../../draft/keeper.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import type { Writing } from "../use-writing.ts";
import styles from "./words-notes.module.css";

interface WordsNotesProps {
  readonly writing: Writing;
  /** ISO 8601: since when the words were unsaved that the form was opened with. */
  readonly since: string | undefined;
}

/** What is to be known of the words in the form: found again, other ones elsewhere, fields that are gone. */
export function WordsNotes({ writing, since }: WordsNotesProps): ReactNode {
  const { draft, kept, lost } = writing;
  const [isSeen, setIsSeen] = useState(false);
  // Saved or thrown away: what is typed from now on was never lost.
  if (!writing.isChanged && !isSeen) setIsSeen(true);
  const isFound = since !== undefined && !isSeen && writing.isChanged && kept.kind !== "elsewhere";
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
      {kept.kind === "elsewhere" && <OtherWords writing={writing} copy={kept.copy} />}
      {kept.kind === "refused" && (
        <Note tone="madder">
          <FormattedMessage id="words.notKept" values={{ why: kept.message }} />
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

interface OtherWordsProps {
  readonly writing: Writing;
  readonly copy: Extract<KeepState, { readonly kind: "elsewhere" }>["copy"];
}

/** The same person wrote on another device, or in another window: one of the two goes on. */
function OtherWords({ writing: { draft, keeper }, copy }: OtherWordsProps): ReactNode {
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
            keeper.accept(copy);
            draft.replace(copy.words);
          }}
        >
          <FormattedMessage id="words.takeThose" />
        </Button>
        <Button onPress={() => keeper.overrule()}>
          <FormattedMessage id="words.keepThese" />
        </Button>
      </span>
    </Note>
  );
}
