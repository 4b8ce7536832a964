import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { TypeSchema } from "../../api/content/schema.ts";
import { canBuild, useSite } from "../../api/sites.ts";
import { Note } from "../../ui/notes/note.tsx";
import styles from "../entry.module.css";

/** Explains that the form can't be used yet and who can fix that. Renders nothing otherwise. */
export function UnreadyForm({ schema }: { readonly schema: TypeSchema }): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  const isMine = canBuild(site);
  if (schema.fields.length > 0 && (schema.isPublished || isMine)) return null;
  return (
    <Note tone="ochre">
      <FormattedMessage id={isMine ? "form.noFields" : "form.notReady"} />{" "}
      {isMine && (
        <Link className={styles["plain"] ?? ""} to={`/sites/${site.id}/schema/${schema.apiId}`}>
          <FormattedMessage id="newSite.fieldsAct" values={{ type: schema.label }} />
        </Link>
      )}
    </Note>
  );
}
