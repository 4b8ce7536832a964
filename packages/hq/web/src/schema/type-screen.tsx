import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useParams } from "react-router";
import { useWorkingSchema, type WorkingSchema } from "../api/content/working-schema.ts";
import { useSession } from "../api/session.ts";
import { type ContentType, type Site, useTypes } from "../api/sites.ts";
import { BuildersOnly } from "../shell/frame/builders-only.tsx";
import { useMedia } from "../shell/use-media.ts";
import { useSaveKey } from "../shell/use-save-key.ts";
import { useTitle } from "../shell/use-title.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Message } from "../ui/notes/message.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { type DraftProblem, draftProblems, isUnfilled } from "./draft/field-problems.ts";
import { fieldAt, type FieldPath } from "./draft/schema-draft.ts";
import type { ShownSchema } from "./draft/shown-schema.ts";
import { loadDraft, type StoredSchema } from "./draft/stored-draft.ts";
import { useSchemaWork } from "./draft/use-schema-work.ts";
import { FieldList } from "./fields/field-list.tsx";
import { FieldSettings } from "./fields/field-settings.tsx";
import { JsonPreview } from "./json/json-preview.tsx";
import { ImpactStrip } from "./publishing/impact-strip.tsx";
import { SchemaBar } from "./schema-bar.tsx";
import { SchemaNotes } from "./schema-notes.tsx";
import { TypeSettings } from "./types/type-settings.tsx";
import styles from "./schema.module.css";

/** The schema builder of a type. */
export function TypeScreen(): ReactNode {
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

interface SchemaEditorProps {
  readonly site: Site;
  readonly userId: string;
  readonly contentType: ContentType;
  readonly working: WorkingSchema;
  /** Unsaved changes stored in this browser. */
  readonly kept: StoredSchema | undefined;
}

/** The schema builder: fields, settings of the selected one, and a JSON preview. */
function SchemaEditor(props: SchemaEditorProps): ReactNode {
  const { site, userId, contentType, working, kept } = props;
  const { apiId: type } = contentType;
  const work = useSchemaWork({ userId, site: site.id, type }, working, kept);
  const opened = useOpened();
  const [isTried, setIsTried] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const hasPanel = useMedia("(min-width: 1024px)");
  const hasPreview = useMedia("(min-width: 1280px)");
  const all = draftProblems(work.draft);
  // Missing values are only reported after the first attempt to save.
  const problems = isTried ? all : all.filter((problem) => !isUnfilled(problem));
  const act = (then: () => void): void => {
    setIsTried(true);
    const [first] = all;
    if (first === undefined) then();
    else opened.open(first.path);
  };
  const save = (): void => act(() => work.save());
  useSaveKey(save);
  const shown = { site, contentType, working, work };
  const panel = <Panel {...shown} problems={problems} path={opened.path} onOpen={opened.open} />;
  const preview = <JsonPreview {...shown} />;
  return (
    <>
      <SchemaBar
        {...shown}
        onSave={save}
        onAct={act}
        onPreview={hasPreview ? undefined : () => setIsPreviewing(true)}
      />
      <ImpactStrip {...shown} />
      <SchemaNotes work={work} working={working} problems={problems} onOpen={opened.open} />
      <div className={styles["columns"]}>
        <FieldList {...shown} problems={problems} path={opened.path} onOpen={opened.open} />
        {hasPanel && <section className={styles["panel"]}>{panel}</section>}
        {hasPreview && <section className={styles["preview"]}>{preview}</section>}
      </div>
      {!hasPanel && (
        <Dialog
          title={<PanelTitle {...shown} path={opened.path} />}
          isOpen={opened.isOver}
          onClose={opened.close}
          isBeside
        >
          {panel}
        </Dialog>
      )}
      {!hasPreview && (
        <Dialog
          title={<FormattedMessage id="schema.siteGets" />}
          isOpen={isPreviewing}
          onClose={() => setIsPreviewing(false)}
        >
          {preview}
        </Dialog>
      )}
    </>
  );
}

interface Opened {
  /** The field whose settings are open; undefined for those of the type. */
  readonly path: FieldPath | undefined;
  /** Whether the panel covers the fields because there is no room next to them. */
  readonly isOver: boolean;
  readonly open: (path: FieldPath | undefined) => void;
  readonly close: () => void;
}

function useOpened(): Opened {
  const [path, setPath] = useState<FieldPath>();
  const [isOver, setIsOver] = useState(false);
  return {
    path,
    isOver,
    open(next) {
      setPath(next);
      setIsOver(true);
    },
    close() {
      setPath(undefined);
      setIsOver(false);
    },
  };
}

interface PanelProps extends ShownSchema {
  readonly problems: readonly DraftProblem[];
  readonly path: FieldPath | undefined;
  readonly onOpen: (path: FieldPath | undefined) => void;
}

/** The settings of a field, or of the type. */
function Panel(props: PanelProps): ReactNode {
  const { work, path, problems, onOpen, working, site } = props;
  const field = path && fieldAt(work.draft, path);
  if (field === undefined || path === undefined) return <TypeSettings {...props} />;
  return (
    <FieldSettings
      key={field.key}
      site={site}
      type={working.schema.apiId}
      work={work}
      path={path}
      field={field}
      published={working.published}
      problems={problems}
      onOpen={onOpen}
    />
  );
}

function PanelTitle({
  work,
  contentType,
  path,
}: Pick<PanelProps, "work" | "contentType" | "path">): ReactNode {
  const field = path && fieldAt(work.draft, path);
  if (field === undefined) return contentType.label;
  return field.label === "" ? <FormattedMessage id="schema.newField" /> : field.label;
}
