import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type ContentType, canBuild, type Site } from "../../api/sites.ts";
import { Note } from "../../ui/notes/note.tsx";

interface UnreadyTypesProps {
  readonly site: Site;
  /** The types of the list. */
  readonly types: readonly ContentType[];
}

/** Explains why a user who can write sees no New entry button: no schema is published, and they can't publish one. */
export function UnreadyTypes({ site, types }: UnreadyTypesProps): ReactNode {
  const { formatList } = useIntl();
  const isUnready = types.length > 0 && types.every(({ version }) => version === 0);
  if (!isUnready || site.role === "view" || canBuild(site)) return null;
  return (
    <Note tone="ochre">
      <FormattedMessage
        id="entries.notReady"
        values={{ types: formatList(types.map(({ label }) => label)) }}
      />
    </Note>
  );
}
