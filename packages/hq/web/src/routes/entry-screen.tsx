import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLocation, useParams } from "react-router";
import { useEntry } from "../api/entry.ts";
import { useSchema } from "../api/schema.ts";
import { useSite } from "../api/sites.ts";
import { EntryEditor } from "../entry/entry-editor.tsx";
import { NEW, wasBegun } from "../entry/new-address.ts";
import { Message } from "../ui/message.tsx";
import { Waiting } from "../ui/waiting.tsx";

/** One entry; `new` begins one. */
export function Component(): ReactNode {
  const { type = "", id: named = NEW } = useParams();
  const { state: passed }: { readonly state: unknown } = useLocation();
  const id = named === NEW ? undefined : named;
  const { data: site } = useSite();
  const schema = useSchema(type);
  const entry = useEntry({ type, id });
  const error = schema.error ?? entry.error;
  if (error !== null) {
    return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
  }
  if (schema.data === undefined || site === undefined) return <Waiting />;
  if (id !== undefined && entry.data === undefined) return <Waiting />;
  return (
    <EntryEditor
      // A form in which an entry was begun goes on when the entry is there.
      key={`${type}/${wasBegun(passed) ? NEW : named}`}
      type={type}
      schema={schema.data}
      entry={entry.data}
      site={site}
    />
  );
}
