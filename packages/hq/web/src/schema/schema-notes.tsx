import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { WorkingSchema } from "../api/content/working-schema.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import type { DraftProblem } from "./draft/field-problems.ts";
import { draftOf, fieldAt, type FieldPath } from "./draft/schema-draft.ts";
import type { Work } from "./draft/use-schema-work.ts";
import { SchemaConflict } from "./schema-conflict.tsx";
import form from "../ui/form.module.css";
import text from "../ui/text.module.css";
import styles from "./schema.module.css";

interface SchemaNotesProps {
  readonly work: Work;
  readonly working: WorkingSchema;
  readonly problems: readonly DraftProblem[];
  readonly onOpen: (path: FieldPath) => void;
}

/** Notes about the schema: restored changes, changes by others, and problems. */
export function SchemaNotes({ work, working, problems, onOpen }: SchemaNotesProps): ReactNode {
  const [isDeciding, setIsDeciding] = useState(false);
  const notes = [
    working.problems.length > 0 && <BrokenFile key="file" work={work} working={working} />,
    work.foundSince !== undefined && (
      <UnsavedDraftNote key="found" work={work} since={work.foundSince} />
    ),
    work.isJoined && <Joined key="joined" work={work} />,
    work.theirs !== undefined && (
      <Note key="theirs" tone="madder">
        <FormattedMessage id="schema.conflict" values={{ count: work.conflicts.length }} />
        <span className={`${form["buttons"]} ${styles["acts"]}`}>
          <Button onPress={() => setIsDeciding(true)}>
            <FormattedMessage id="schema.decide" />
          </Button>
        </span>
      </Note>
    ),
    work.error !== null && work.theirs === undefined && (
      <Refusal key="refused" error={work.error} />
    ),
    problems.length > 0 && (
      <Note key="problems" tone="madder">
        <b>
          <FormattedMessage id="schema.toMend" values={{ count: problems.length }} />
        </b>{" "}
        {problems.map(({ path, part, message }, place) => (
          <span key={`${path.join()} ${part} ${message}`}>
            {place > 0 && ", "}
            <button type="button" className={styles["jump"]} onClick={() => onOpen(path)}>
              <FieldName work={work} path={path} />
            </button>
          </span>
        ))}
      </Note>
    ),
  ].filter((note) => note !== false);
  return (
    <>
      {notes.length > 0 && <div className={styles["notes"]}>{notes}</div>}
      {isDeciding && work.theirs !== undefined && (
        <SchemaConflict work={work} onClose={() => setIsDeciding(false)} />
      )}
    </>
  );
}

interface FieldNameProps {
  readonly work: Work;
  readonly path: FieldPath;
}

function FieldName({ work, path }: FieldNameProps): ReactNode {
  const label = fieldAt(work.draft, path)?.label ?? "";
  return label === "" ? <FormattedMessage id="schema.newField" /> : label;
}

function UnsavedDraftNote({
  work,
  since,
}: {
  readonly work: Work;
  readonly since: string;
}): ReactNode {
  return (
    <Note tone="ochre">
      <FormattedMessage
        id="schema.found"
        values={{ time: <FormattedDate value={since} dateStyle="medium" timeStyle="short" /> }}
      />
      <span className={`${form["buttons"]} ${styles["acts"]}`}>
        <Button onPress={work.see}>
          <FormattedMessage id="schema.goOn" />
        </Button>
        <Button look="quiet" onPress={work.discard}>
          <FormattedMessage id="schema.discard" />
        </Button>
      </span>
    </Note>
  );
}

function Joined({ work }: { readonly work: Work }): ReactNode {
  return (
    <Note tone="ochre">
      <FormattedMessage id="schema.joined" />
      <span className={`${form["buttons"]} ${styles["acts"]}`}>
        <Button onPress={work.see}>
          <FormattedMessage id="schema.goOn" />
        </Button>
      </span>
    </Note>
  );
}

/** `type.yml` was broken by a Git push. Shows the published schema and offers to restore it. */
function BrokenFile({ work, working }: Pick<SchemaNotesProps, "work" | "working">): ReactNode {
  const { schema, published, problems } = working;
  return (
    <Note tone="madder">
      <b>
        <FormattedMessage
          id="schema.broken"
          values={{ file: <code>types/{schema.apiId}/type.yml</code> }}
        />
      </b>
      <ul className={`${text["code"]} ${styles["fileProblems"]}`}>
        {problems.map(({ message, line }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && <FormattedMessage id="schema.line" values={{ line }} />}{" "}
            {message}
          </li>
        ))}
      </ul>
      <FormattedMessage id="schema.brokenHelp" />
      {published !== undefined && (
        <span className={`${form["buttons"]} ${styles["acts"]}`}>
          <Button
            isWorking={work.isSaving}
            onPress={() => work.replace(draftOf(published, work.draft))}
          >
            <FormattedMessage id="schema.putBack" values={{ version: published.version }} />
          </Button>
        </span>
      )}
    </Note>
  );
}
