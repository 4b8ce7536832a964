import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, useLocation, useParams } from "react-router";
import { useEntry } from "../api/content/entry.ts";
import { useSchema } from "../api/content/schema.ts";
import { useSession } from "../api/people/session.ts";
import { useSite, useSiteId } from "../api/sites.ts";
import { useOpenedWords } from "../entry/conflict/use-opened-words.ts";
import { EntryEditor } from "../entry/entry-editor.tsx";
import { formOf, isNewEntry, NEW, nameNewEntry } from "../entry/new-address.ts";
import { PreviewBeside } from "../preview/preview-beside.tsx";
import { Message } from "../ui/notes/message.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";

/** One entry; `new` begins one. */
export function Component(): ReactNode {
  const { type = "", id: name = NEW } = useParams();
  const site = useSiteId();
  const { data: session } = useSession();
  if (name === NEW) {
    return <Navigate to={`/sites/${site}/entries/${type}/${nameNewEntry()}`} replace />;
  }
  if (!session) return <Waiting />;
  return <Entry key={`${type}/${formOf(name)}`} type={type} name={name} session={session} />;
}

interface EntryProps {
  readonly type: string;
  /** Id or slug, or what stands for an entry that is not there yet. */
  readonly name: string;
  readonly session: NonNullable<ReturnType<typeof useSession>["data"]>;
}

function Entry({ type, name, session }: EntryProps): ReactNode {
  const site = useSiteId();
  const { data: siteData } = useSite();
  const { hash } = useLocation();
  const id = isNewEntry(name) ? undefined : name;
  const schema = useSchema(type);
  const entry = useEntry({ type, id });
  const isById = isNewEntry(name) || /^e[a-z2-7]{19}$/.test(name);
  const { search } = useLocation();
  const opened = useOpenedWords({ site, type, id: isById ? name : undefined }, session.user.id);
  // A slug may become another one: everything of an entry is kept by its id.
  if (!isById && entry.data !== undefined) {
    const pathname = `/sites/${site}/entries/${type}/${entry.data.id}`;
    return <Navigate to={{ pathname, search, hash }} replace />;
  }
  const isEntryHere = id === undefined || entry.data !== undefined;
  if (schema.data === undefined || !isEntryHere || siteData === undefined || opened === undefined) {
    // What is shown already stays, whatever becomes of it at HQ: somebody may be writing.
    return <NotYet error={schema.error ?? entry.error} />;
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

function NotYet({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return <Waiting />;
  return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
}
