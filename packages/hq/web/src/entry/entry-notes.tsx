import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Entry } from "../api/content/entry.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import type { OpenedEdits } from "../draft/open-unsaved-edits.ts";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ChangesByOthers } from "./conflict/changes-by-others.tsx";
import { Conflicts } from "./conflict/conflicts.tsx";
import { UnsavedNotes } from "./conflict/unsaved-notes.tsx";
import { ProblemList } from "./form/problem-list.tsx";
import { problemsOf } from "./form/problems.ts";
import { UnreadyForm } from "./form/unready-form.tsx";
import { SaveProblems } from "./publishing/save-problems.tsx";
import { slugField } from "./saved-version.ts";
import type { EntryActions } from "./use-entry-actions.ts";
import type { EntryEdits } from "./use-entry-edits.ts";
import styles from "./entry.module.css";

interface EntryNotesProps {
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  /** Why the open entry could not be refetched. */
  readonly error: Error | null;
  readonly edits: EntryEdits;
  readonly acts: EntryActions;
  readonly opened: OpenedEdits;
}

/** Notes above the form: restored changes, errors, and changes by others. */
export function EntryNotes(props: EntryNotesProps): ReactNode {
  const { schema, entry, error, edits, acts, opened } = props;
  const { formatMessage } = useIntl();
  // Problems with the slug are shown like those of a field.
  const fields = [...schema.fields, slugField(formatMessage({ id: "slug.title" }))];
  return (
    <div className={styles["notes"]}>
      <UnreadyForm schema={schema} />
      <SaveProblems schema={schema} entry={entry} error={error} edits={edits} />
      <UnsavedNotes edits={edits} since={opened.edits && opened.keptAt} />
      <Refusal error={acts.refused === undefined ? acts.error : null} />
      <Conflicts schema={{ ...schema, fields }} entry={entry} edits={edits} acts={acts} />
      <ProblemList problems={problemsOf(acts.error)} fields={fields} />
      <ChangesByOthers entry={entry} edits={edits} fields={fields} />
    </div>
  );
}
