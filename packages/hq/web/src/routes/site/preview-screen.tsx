import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useParams } from "react-router";
import { useEntry } from "../../api/content/entry.ts";
import { useSchema } from "../../api/content/schema.ts";
import { useSite } from "../../api/sites.ts";
import { EntryPreview } from "../../preview/entry-preview.tsx";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** The preview of an entry, updated whenever it is saved, here or elsewhere. */
export function Component(): ReactNode {
  const { type = "", id = "" } = useParams();
  const { data: site } = useSite();
  const schema = useSchema(type);
  const entry = useEntry({ type, id });
  const error = schema.error ?? entry.error;
  if (error !== null) {
    return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
  }
  if (schema.data === undefined || site === undefined || entry.data === undefined) {
    return <Waiting />;
  }
  return <EntryPreview schema={schema.data} entry={entry.data} site={site} />;
}
