import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import { useDeletedEntries, useRestoreDeleted } from "../../api/content/deleted.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { Field, TypeSchema } from "../../api/content/schema.ts";
import { savesToMain, useSite } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { jumpTo } from "../edits/jump-to.ts";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import { type FieldProblem, labelOf } from "../form/problems.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import styles from "../conflict/unsaved-notes.module.css";
import entryStyles from "../entry.module.css";

interface SaveProblemsProps {
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  /** Why the open entry could not be refetched. */
  readonly error: Error | null;
  readonly edits: EntryEdits;
}

/** Explains what prevents saving an open entry and what the user can do. Edits are kept. */
export function SaveProblems({ schema, entry, error, edits }: SaveProblemsProps): ReactNode {
  const { data: site, error: siteError } = useSite();
  const isShutOut = codeOf(siteError) === "site_not_found";
  const deletedEntry = isDeleted(entry, error) ? entry : undefined;
  return (
    <>
      {isShutOut && (
        <Note tone="madder">
          <FormattedMessage id="hindrance.shutOut" />
        </Note>
      )}
      {!isShutOut && deletedEntry !== undefined && (
        <DeletedNote
          entry={deletedEntry}
          edits={edits}
          mayWrite={site !== undefined && savesToMain(site)}
        />
      )}
      {!isShutOut && codeOf(error) === "content_type_not_found" && (
        <Note tone="madder">
          <FormattedMessage id="hindrance.typeGone" values={{ type: schema.label }} />
        </Note>
      )}
      {!isShutOut && site?.role === "view" && edits.isChanged && (
        <Note tone="madder">
          <FormattedMessage id="hindrance.roleGone" />
        </Note>
      )}
      <SchemaChangedNote schema={schema} />
    </>
  );
}

/** An entry deleted only by a Git push is still returned in its live state. */
function isDeleted(entry: Entry | undefined, error: Error | null): boolean {
  return entry?.removed === true || codeOf(error) === "content_not_found";
}

function codeOf(error: Error | null): string | undefined {
  return error instanceof RefusedError ? error.problem.code : undefined;
}

interface DeletedNoteProps {
  readonly entry: Entry;
  readonly edits: EntryEdits;
  readonly mayWrite: boolean;
}

/** Someone else deleted the entry. It can be restored with the edits. */
function DeletedNote({ entry, edits, mayWrite }: DeletedNoteProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data, isPending } = useDeletedEntries();
  const bringBack = useRestoreDeleted();
  const deleted = data?.pages.flatMap(({ entries }) => entries).find(({ id }) => id === entry.id);
  // Wait for the author, so that the message appears only once.
  if (isPending) return null;
  const name = deleted?.deletedBy.name ?? formatMessage({ id: "conflict.somebody" });
  return (
    <>
      <Note tone="madder">
        <FormattedMessage
          id="hindrance.deleted"
          values={{ name, isChanged: String(edits.isChanged) }}
        />
        {entry.removed && (
          <>
            {" "}
            <LiveMessage id="hindrance.stillLive" />
          </>
        )}
        {mayWrite && deleted !== undefined && (
          <span className={`${form["buttons"]} ${styles["acts"]}`}>
            <Button
              isWorking={bringBack.isPending}
              onPress={() =>
                bringBack.mutate({ entry: deleted }, { onSuccess: () => edits.draftSync.retry() })
              }
            >
              <FormattedMessage id="hindrance.bringBack" />
            </Button>
          </span>
        )}
      </Note>
      <Refusal error={bringBack.error} />
    </>
  );
}

/** Announces that the schema changed while the form was open, because fields may have disappeared. */
function SchemaChangedNote({ schema }: Pick<SaveProblemsProps, "schema">): ReactNode {
  const { formatList } = useIntl();
  const [seenSchema, setSeenSchema] = useState(schema);
  const before = new Map(seenSchema.fields.map((field) => [field.apiId, field]));
  const after = new Map(schema.fields.map((field) => [field.apiId, field]));
  const added = schema.fields.filter(({ apiId }) => !before.has(apiId));
  const removed = seenSchema.fields.filter(({ apiId }) => !after.has(apiId));
  const changed = schema.fields.filter((field) => {
    const old = before.get(field.apiId);
    return old !== undefined && JSON.stringify(old) !== JSON.stringify(field);
  });
  if (added.length + removed.length + changed.length === 0) return null;
  const names = (fields: TypeSchema["fields"]): string =>
    formatList(fields.map(({ label }) => label));
  return (
    <Note tone="ochre">
      <FormattedMessage id="hindrance.newForm" />{" "}
      {added.length > 0 && (
        <FormattedMessage id="hindrance.added" values={{ fields: names(added) }} />
      )}{" "}
      {removed.length > 0 && (
        <FormattedMessage id="hindrance.removed" values={{ fields: names(removed) }} />
      )}{" "}
      {changed.length > 0 && (
        <FormattedMessage id="hindrance.changed" values={{ fields: names(changed) }} />
      )}
      <span className={`${form["buttons"]} ${styles["acts"]}`}>
        <Button onPress={() => setSeenSchema(schema)}>
          <FormattedMessage id="words.goOn" />
        </Button>
      </span>
    </Note>
  );
}

interface ProblemListProps {
  readonly problems: readonly FieldProblem[];
  readonly fields: readonly Field[];
}

/** Lists the problems, each linked to its field. */
export function ProblemList({ problems, fields }: ProblemListProps): ReactNode {
  if (problems.length === 0) return null;
  return (
    <section className={entryStyles["problems"]} role="alert">
      <h2 className={heading["label"]}>
        <FormattedMessage id="entry.problems" values={{ count: problems.length }} />
      </h2>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <TriangleAlert size={16} aria-hidden="true" />
            <button type="button" className={entryStyles["jump"]} onClick={() => jumpTo(path)}>
              {labelOf(path, fields)}
            </button>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
