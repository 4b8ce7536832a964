import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useParams } from "react-router";
import { useWorkingSchema } from "../../api/content/working-schema.ts";
import { useSession } from "../../api/people/session.ts";
import { type Site, useTypes } from "../../api/sites.ts";
import { type StoredSchema, loadDraft } from "../../schema/draft/stored-draft.ts";
import { SchemaEditor, type SchemaEditorProps } from "../../schema/schema-editor.tsx";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** The schema builder of a type. */
export function Component(): ReactNode {
  const { type = "" } = useParams();
  return <BuildersOnly>{(site) => <OpenType key={type} site={site} type={type} />}</BuildersOnly>;
}

interface OpenTypeProps {
  readonly site: Site;
  readonly type: string;
}

function OpenType({ site, type }: OpenTypeProps): ReactNode {
  const { data: types, isFetching } = useTypes();
  const { data: working, error } = useWorkingSchema(type);
  const contentType = types?.find(({ apiId }) => apiId === type);
  useTitle(contentType?.label ?? type);
  // The schema of a type deleted by someone else can still be cached.
  const isGone = types !== undefined && contentType === undefined && !isFetching;
  if (isGone || (working === undefined && error !== null)) {
    return (
      <Message title={<FormattedMessage id="schema.noType" />}>
        {error?.message}
        <Link to={`/sites/${site.id}/schema`}>
          <FormattedMessage id="schema.toTypes" />
        </Link>
      </Message>
    );
  }
  if (working === undefined || contentType === undefined) return <Waiting />;
  return <StoredType site={site} contentType={contentType} working={working} />;
}

type StoredTypeProps = Pick<SchemaEditorProps, "site" | "contentType" | "working">;

/** The schema with the unsaved changes stored in this browser. */
function StoredType({ site, contentType, working }: StoredTypeProps): ReactNode {
  const { data: session } = useSession();
  const userId = session ? session.user.id : undefined;
  const kept = useStoredDraft({ userId, site: site.id, type: contentType.apiId });
  if (userId === undefined || kept === "reading") return <Waiting />;
  return (
    <SchemaEditor
      site={site}
      userId={userId}
      contentType={contentType}
      working={working}
      kept={kept}
    />
  );
}

interface Place {
  readonly userId: string | undefined;
  readonly site: string;
  readonly type: string;
}

/** Loads the unsaved changes stored in this browser. */
function useStoredDraft({ userId, site, type }: Place): StoredSchema | undefined | "reading" {
  const [kept, setKept] = useState<StoredSchema | undefined | "reading">("reading");
  useEffect(() => {
    if (userId === undefined) return;
    loadDraft({ userId, site, type }).then(setKept, () => setKept(undefined));
  }, [userId, site, type]);
  return kept;
}
