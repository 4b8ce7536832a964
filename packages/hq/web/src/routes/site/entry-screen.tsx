import type { ComponentProps, ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, useLocation, useParams } from "react-router";
import { useEntryPlace, useChangeNumber } from "../../api/content/entry-place.ts";
import { useEntry } from "../../api/content/entry.ts";
import { useSchema } from "../../api/content/schema.ts";
import { useSession } from "../../api/people/session.ts";
import { useSite } from "../../api/sites.ts";
import { useUnsavedEdits } from "../../entry/conflict/use-unsaved-edits.ts";
import { EntryEditor } from "../../entry/entry-editor.tsx";
import { formOf, isNewEntry, NEW_ENTRY, nameNewEntry } from "../../entry/new-entry.ts";
import { NotInChange } from "../../entry/proposing/not-in-change.tsx";
import { PreviewBeside } from "../../preview/preview-beside.tsx";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** An entry; `new` creates one. */
export function Component(): ReactNode {
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
      preview={PreviewBeside}
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
