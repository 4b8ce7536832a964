import type { ComponentProps, ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Navigate, useLocation, useParams } from "react-router";
import { useChange } from "../api/changes/change.ts";
import { useChangeNumber, useEntryPlace } from "../api/content/entry-place.ts";
import { useEntry } from "../api/content/entry.ts";
import { type TypeSchema, useSchema } from "../api/content/schema.ts";
import { useSession } from "../api/session.ts";
import { useSite, useSiteId } from "../api/sites.ts";
import type { OpenedEdits } from "../draft/open-unsaved-edits.ts";
import { useEntryPaths } from "../shell/use-entry-paths.ts";
import { Message } from "../ui/notes/message.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import { useUnsavedEdits } from "./conflict/use-unsaved-edits.ts";
import { formOf, isNewEntry, nameNewEntry, NEW_ENTRY } from "./edits/new-entry.ts";
import { EntryEditor } from "./entry-editor.tsx";
import { labelOf } from "./form/problems.ts";
import { ClosedChangeNote } from "./proposing/closed-note.tsx";
import styles from "./proposing/proposing.module.css";

/** An entry; `new` creates one. */
export function EntryScreen(): ReactNode {
  const { type = "", id: name = NEW_ENTRY } = useParams();
  const change = useChangeNumber();
  const { form } = useEntryPaths();
  const { data: session } = useSession();
  if (name === NEW_ENTRY) return <Navigate to={form(type, nameNewEntry())} replace />;
  if (!session) return <Waiting />;
  // The form of an entry in a change request is separate from the form on `main`.
  const key = `${change} ${type}/${formOf(name)}`;
  return <Entry key={key} type={type} name={name} session={session} />;
}

interface EntryProps {
  readonly type: string;
  /** Id or slug, or the placeholder of a new entry. */
  readonly name: string;
  readonly session: NonNullable<ReturnType<typeof useSession>["data"]>;
}

function Entry({ type, name, session }: EntryProps): ReactNode {
  const place = useEntryPlace();
  const { form } = useEntryPaths();
  const { data: siteData } = useSite();
  const { hash } = useLocation();
  const id = isNewEntry(name) ? undefined : name;
  const schema = useSchema(type);
  const entry = useEntry({ type, id });
  const isById = isNewEntry(name) || /^e[a-z2-7]{19}$/.test(name);
  const { search } = useLocation();
  const opened = useUnsavedEdits(
    { ...place, type, id: isById ? name : undefined },
    session.user.id,
  );
  // A slug can change, so everything about an entry is stored by id.
  if (!isById && entry.data !== undefined) {
    return <Navigate to={{ pathname: form(type, entry.data.id), search, hash }} replace />;
  }
  const isEntryHere = id === undefined || entry.data !== undefined;
  if (schema.data === undefined || !isEntryHere || siteData === undefined || opened === undefined) {
    // Keep an open form mounted whatever happens at HQ, because the user may be editing.
    const error = schema.error ?? entry.error;
    return <NotYet type={type} id={id} schema={schema.data} opened={opened} error={error} />;
  }
  return (
    <EntryEditor
      type={type}
      name={name}
      schema={schema.data}
      entry={entry.data}
      site={siteData}
      session={session}
      opened={opened}
      error={entry.error}
    />
  );
}

type NotYetProps = Omit<ComponentProps<typeof NotInChange>, "change">;

function NotYet(props: NotYetProps): ReactNode {
  const change = useChangeNumber();
  if (props.error === null) return <Waiting />;
  if (change !== undefined) return <NotInChange {...props} change={change} />;
  return (
    <Message title={<FormattedMessage id="error.noEntryTitle" />}>{props.error.message}</Message>
  );
}

interface NotInChangeProps {
  readonly change: number;
  readonly type: string;
  /** Undefined for an entry that was being created there. */
  readonly id: string | undefined;
  readonly schema: TypeSchema | undefined;
  readonly opened: OpenedEdits | undefined;
  readonly error: Error | null;
}

/** Shown if the change request is closed or doesn't contain the entry. Edits made there can continue elsewhere. */
function NotInChange(props: NotInChangeProps): ReactNode {
  const { change, type, id, schema, opened, error } = props;
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { data: detail } = useChange(change);
  if (error === null || detail === undefined) return <Waiting />;
  if (detail.change.state === "open" || opened?.edits === undefined) {
    return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
  }
  const { fields } = opened.edits;
  const review = `/sites/${site}/review`;
  return (
    <>
      <PageBar
        trail={[
          { label: formatMessage({ id: "nav.review" }), address: review },
          { label: detail.change.title, address: `${review}/${change}` },
        ]}
        title={schema?.label ?? type}
      >
        {null}
      </PageBar>
      <ClosedChangeNote
        type={type}
        id={id}
        detail={detail}
        typed={fields}
        values={fields}
        onTaken={() => undefined}
      />
      <dl className={styles["typed"]}>
        {Object.entries(fields).map(([apiId, value]) => (
          <div key={apiId}>
            <dt>{labelOf(apiId, schema?.fields ?? [])}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
