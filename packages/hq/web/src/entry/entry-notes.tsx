import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Entry } from "../api/content/entry.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import type { OpenedWords } from "../draft/open-words.ts";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Conflicts } from "./conflict/conflicts.tsx";
import { FromOthers } from "./conflict/from-others.tsx";
import { WordsNotes } from "./conflict/words-notes.tsx";
import { ProblemList } from "./form/problem-list.tsx";
import { problemsOf } from "./form/problems.ts";
import { UnreadyForm } from "./form/unready-form.tsx";
import { Hindrances } from "./publishing/hindrances.tsx";
import { slugField } from "./saved-version.ts";
import type { Acts } from "./use-acts.ts";
import type { Writing } from "./use-writing.ts";
import styles from "./entry.module.css";

interface EntryNotesProps {
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  /** Why the entry could not be read again, though it is open. */
  readonly error: Error | null;
  readonly writing: Writing;
  readonly acts: Acts;
  readonly opened: OpenedWords;
}

/** Above the form: what was found of it, what was refused, and what others did. */
export function EntryNotes(props: EntryNotesProps): ReactNode {
  const { schema, entry, error, writing, acts, opened } = props;
  const { formatMessage } = useIntl();
  // What is said of the address is said as of a field.
  const fields = [...schema.fields, slugField(formatMessage({ id: "slug.title" }))];
  return (
    <div className={styles["notes"]}>
      <UnreadyForm schema={schema} />
      <Hindrances schema={schema} entry={entry} error={error} writing={writing} />
      <WordsNotes writing={writing} since={opened.words && opened.keptAt} />
      <Refusal error={acts.refused === undefined ? acts.error : null} />
      <Conflicts schema={{ ...schema, fields }} entry={entry} writing={writing} acts={acts} />
      <ProblemList problems={problemsOf(acts.error)} fields={fields} />
      <FromOthers entry={entry} writing={writing} fields={fields} />
    </div>
  );
}
