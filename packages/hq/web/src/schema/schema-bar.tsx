import {
  Braces,
  Check,
  Ellipsis,
  HardDrive,
  History,
  RotateCcw,
  Trash2,
  Undo2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { sameValue } from "../draft/same-value.ts";
import { useMedia } from "../shell/use-media.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Button } from "../ui/button.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import { Tag } from "../ui/tag.tsx";
import { draftOf } from "./draft/schema-draft.ts";
import { typeOf } from "./draft/schema-forms.ts";
import type { ShownSchema } from "./draft/shown-schema.ts";
import type { Work } from "./draft/use-schema-work.ts";
import { PublishDialog } from "./publishing/publish-dialog.tsx";
import { DeleteTypeDialog } from "./types/delete-type.tsx";
import menu from "../ui/menu.module.css";
import text from "../ui/text.module.css";
import styles from "./schema.module.css";

interface SchemaBarProps extends ShownSchema {
  readonly onSave: () => void;
  /** Runs an action if there are no problems to fix first. */
  readonly onAct: (then: () => void) => void;
  /** Absent if the JSON preview is shown next to the fields. */
  readonly onPreview: (() => void) | undefined;
}

/** Location, save status, and actions of the schema builder. */
export function SchemaBar(props: SchemaBarProps): ReactNode {
  const { site, contentType, working, work, onSave, onAct, onPreview } = props;
  const { formatMessage } = useIntl();
  const isPhone = useMedia("(max-width: 767px)");
  const [isPublishing, setIsPublishing] = useState(false);
  const { apiId, kind, label } = contentType;
  const schema = `/sites/${site.id}/schema`;
  const next = contentType.version + 1;
  const isNew = isUnpublished(props);
  return (
    <PageBar
      trail={[{ label: formatMessage({ id: "nav.schema" }), address: schema }]}
      title={
        <>
          {label}{" "}
          <Tag>
            <FormattedMessage id={kind === "list" ? "schema.list" : "schema.object"} />
          </Tag>
        </>
      }
      status={<SaveStatus work={work} />}
    >
      {onPreview !== undefined && (
        <Button onPress={onPreview}>
          <Braces size={14} aria-hidden="true" />
          JSON
        </Button>
      )}
      <span className={styles["versions"]}>
        <ButtonLink href={`${schema}/${apiId}/versions`}>
          <History size={14} aria-hidden="true" />
          <FormattedMessage id="schema.versions" />
        </ButtonLink>
      </span>
      {work.isChanged && (
        <Button isWorking={work.isSaving} onPress={onSave}>
          <FormattedMessage id={work.isSaving ? "schema.saving" : "schema.save"} />
        </Button>
      )}
      {/* On narrow screens, the type's name is more important than the idle status. */}
      {(isNew || !isPhone) && (
        <Button
          look="primary"
          isDisabled={!isNew}
          onPress={() => onAct(() => setIsPublishing(true))}
        >
          {isNew ? (
            <FormattedMessage id="schema.publish" values={{ version: next }} />
          ) : (
            <FormattedMessage id="schema.isPublished" values={{ version: contentType.version }} />
          )}
        </Button>
      )}
      <More {...props} />
      {isPublishing && (
        <PublishDialog
          site={site}
          contentType={contentType}
          working={working}
          work={work}
          onClose={() => setIsPublishing(false)}
        />
      )}
    </PageBar>
  );
}

/** Returns whether the schema differs from the published version. */
function isUnpublished({ work, working }: ShownSchema): boolean {
  const { published, schema } = working;
  if (published === undefined) return true;
  const draft = typeOf(work.draft, schema.apiId);
  return !sameValue(draft, typeOf(draftOf(published), schema.apiId));
}

function SaveStatus({ work }: { readonly work: Work }): ReactNode {
  const { keeping } = work;
  return (
    <span className={text["status"]}>
      {work.isChanged && keeping === "kept" && <HardDrive size={15} aria-hidden="true" />}
      {!work.isChanged && <Check size={15} aria-hidden="true" />}
      <span role="status">
        {work.isChanged ? (
          <FormattedMessage id={`schema.keeping.${keeping}`} />
        ) : (
          <FormattedMessage id="schema.saved" />
        )}
      </span>
    </span>
  );
}

/** Less common actions. */
function More({ work, working, contentType, site }: ShownSchema): ReactNode {
  const { formatMessage } = useIntl();
  const [isDeleting, setIsDeleting] = useState(false);
  const { published } = working;
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={formatMessage({ id: "schema.more" })}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""}>
            <MenuItem
              className={item}
              href={`/sites/${site.id}/schema/${contentType.apiId}/versions`}
            >
              <History size={16} aria-hidden="true" />
              <FormattedMessage id="schema.versions" />
            </MenuItem>
            {work.isChanged && (
              <MenuItem className={item} onAction={work.discard}>
                <Undo2 size={16} aria-hidden="true" />
                <FormattedMessage id="schema.discard" />
              </MenuItem>
            )}
            {published !== undefined && (
              <MenuItem
                className={item}
                onAction={() => work.change((draft) => draftOf(published, draft))}
              >
                <RotateCcw size={16} aria-hidden="true" />
                <FormattedMessage
                  id="schema.backToVersion"
                  values={{ version: published.version }}
                />
              </MenuItem>
            )}
            <MenuItem className={item} onAction={() => setIsDeleting(true)}>
              <Trash2 size={16} aria-hidden="true" />
              <FormattedMessage id="schema.deleteThisType" />
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isDeleting && (
        <DeleteTypeDialog
          site={site}
          contentType={contentType}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
