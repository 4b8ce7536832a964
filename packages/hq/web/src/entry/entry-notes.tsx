import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Entry } from "../api/content/entry.ts";
import { useOtherEditor } from "../api/content/other-editor.ts";
import type { Field, TypeSchema } from "../api/content/schema.ts";
import { canBuild, useSite } from "../api/sites.ts";
import { parseConflictPath, type RefusedSave } from "../draft/conflicts.ts";
import type { SyncState } from "../draft/draft-sync.ts";
import { changedFields } from "../draft/entry-draft.ts";
import type { OpenedEdits } from "../draft/open-unsaved-edits.ts";
import { sameValue } from "../draft/same-value.ts";
import { Button } from "../ui/button.tsx";
import { ConflictDialog } from "../ui/compare/conflict-dialog.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { slugField } from "./edits/saved-version.ts";
import type { EntryActions } from "./edits/use-entry-actions.ts";
import type { EntryEdits } from "./edits/use-entry-edits.ts";
import { labelOf, problemsOf } from "./form/problems.ts";
import { ProblemList, SaveProblems } from "./publishing/save-problems.tsx";
import form from "../ui/form.module.css";
import text from "../ui/text.module.css";
import noteStyles from "./conflict/unsaved-notes.module.css";
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

interface ChangesByOthersProps {
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  readonly fields: readonly Field[];
}

/**
 * Lists the fields that others changed while the user was editing: already shown in the form, or merged by the save.
 */
function ChangesByOthers({ entry, edits, fields }: ChangesByOthersProps): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const { base, theirs } = edits.draft.state;
  // Don't report fields changed by both sides as safe: the save merges them or asks.
  const changed =
    theirs === undefined
      ? (entry?.fromOthers ?? [])
      : changedFields(base, theirs).filter((apiId) => !(apiId in edits.changes));
  const merged = useMergedFields(entry, changed);
  const { data: event } = useOtherEditor(entry, merged?.version);
  if (merged === undefined || event === undefined) return null;
  const name = event?.author.name ?? formatMessage({ id: "conflict.somebody" });
  const labels = merged.fields.map((apiId) => labelOf(apiId, fields));
  return (
    <Note tone="leaf">
      <FormattedMessage id="entry.fromOthers" values={{ name, fields: formatList(labels) }} />
    </Note>
  );
}

interface MergedFieldNames {
  readonly version: string;
  readonly fields: readonly string[];
}

/**
 * Returns the fields that others changed in the current version. Only the response of a save contains them, and events
 * refetch the version, so they are stored until the version changes.
 */
function useMergedFields(
  entry: Entry | undefined,
  fields: readonly string[],
): MergedFieldNames | undefined {
  const [mergedFields, setMerged] = useState<MergedFieldNames>();
  const version = entry?.version;
  if (version === undefined) return undefined;
  const isNews =
    fields.length > 0 &&
    !(mergedFields?.version === version && sameValue(mergedFields.fields, fields));
  if (isNews) setMerged({ version, fields });
  return mergedFields?.version === version ? mergedFields : undefined;
}

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
function Conflicts({ schema, entry, edits, acts }: ConflictsProps): ReactNode {
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
        <span className={`${form["buttons"]} ${noteStyles["acts"]}`}>
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

interface UnsavedNotesProps {
  readonly edits: EntryEdits;
  /** When the restored changes were stored, in ISO 8601. */
  readonly since: string | undefined;
}

/** Notes about unsaved changes: restored ones, different ones from another device, and those of deleted fields. */
function UnsavedNotes({ edits, since }: UnsavedNotesProps): ReactNode {
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
          <span className={`${form["buttons"]} ${noteStyles["acts"]}`}>
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
          <dl className={noteStyles["lost"]}>
            {Object.entries(lost).map(([apiId, value]) => (
              <div key={apiId}>
                <dt>{apiId}</dt>
                <dd>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</dd>
              </div>
            ))}
          </dl>
          <span className={`${form["buttons"]} ${noteStyles["acts"]}`}>
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
      <span className={`${form["buttons"]} ${noteStyles["acts"]}`}>
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

/** Explains that the form can't be used yet and who can fix that. Renders nothing otherwise. */
function UnreadyForm({ schema }: { readonly schema: TypeSchema }): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  const isMine = canBuild(site);
  if (schema.fields.length > 0 && (schema.isPublished || isMine)) return null;
  return (
    <Note tone="ochre">
      <FormattedMessage id={isMine ? "form.noFields" : "form.notReady"} />{" "}
      {isMine && (
        <Link
          className={`${text["button"]} ${styles["plain"]}`}
          to={`/sites/${site.id}/schema/${schema.apiId}`}
        >
          <FormattedMessage id="newSite.fieldsAct" values={{ type: schema.label }} />
        </Link>
      )}
    </Note>
  );
}
