import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useParams } from "react-router";
import { RefusedError } from "../../api/client.ts";
import { useEntry } from "../../api/content/entry.ts";
import { useSchema } from "../../api/content/schema.ts";
import { useSite } from "../../api/sites.ts";
import { EntryHistory } from "../../history/entry-history.tsx";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** The history of an entry, including deleted ones. */
export function Component(): ReactNode {
  const { type, id } = useParams();
  return <OfEntry key={`${type}/${id}`} type={type ?? ""} id={id ?? ""} />;
}

function OfEntry({ type, id }: { readonly type: string; readonly id: string }): ReactNode {
  const { data: site } = useSite();
  const schema = useSchema(type);
  const entry = useEntry({ type, id });
  const isGone = isNotFound(entry.error);
  const error = schema.error ?? (isGone ? null : entry.error);
  if (error !== null) {
    return <Message title={<FormattedMessage id="error.noEntryTitle" />}>{error.message}</Message>;
  }
  const known = isGone ? NO_ENTRY : entry.data && { entry: entry.data };
  if (schema.data === undefined || site === undefined || known === undefined) return <Waiting />;
  return (
    <EntryHistory
      type={type}
      id={known.entry?.id ?? id}
      schema={schema.data}
      entry={known.entry}
      site={site}
    />
  );
}

const NO_ENTRY = { entry: undefined };

function isNotFound(error: Error | null): boolean {
  return error instanceof RefusedError && error.problem.status === 404;
}
