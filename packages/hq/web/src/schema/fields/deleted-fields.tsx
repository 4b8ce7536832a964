import { ChevronRight, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useDeletedFields, type WorkingSchema } from "../../api/content/working-schema.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { type DraftField, draftOf, type SchemaDraft } from "../draft/schema-draft.ts";
import { HolderLinks } from "./holder-links.tsx";
import { useKindName } from "./use-kind-name.ts";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

interface DeletedFieldsProps {
  readonly type: string;
  readonly draft: SchemaDraft;
  readonly published: WorkingSchema["published"];
  readonly onBringBack: (field: DraftField) => void;
}

/** Fields that the next version deletes and can be restored, and fields deleted earlier. */
export function DeletedFields(props: DeletedFieldsProps): ReactNode {
  const { type, draft, published, onBringBack } = props;
  const { formatMessage } = useIntl();
  const kindName = useKindName();
  const [isOpen, setIsOpen] = useState(false);
  if (published === undefined) return null;
  const kept = new Set(draft.fields.map(({ id }) => id));
  const going = draftOf(published).fields.filter(({ id }) => !kept.has(id));
  return (
    <div className={styles["deleted"]}>
      {going.length > 0 && (
        <section>
          <h3 className={heading["label"]}>
            <FormattedMessage id="schema.going" />
          </h3>
          <ul>
            {going.map((field) => (
              <li key={field.key} className={styles["gone"]}>
                <span className={`${list["names"]} ${list["small"]} ${styles["names"]}`}>
                  <b>
                    <del>{field.label}</del>
                  </b>
                  <code>{field.apiId}</code>
                </span>
                <span className={`${text["detail"]} ${styles["kind"]}`}>{kindName(field)}</span>
                <Button
                  look="quiet"
                  aria-label={formatMessage({ id: "schema.bringBackOf" }, { label: field.label })}
                  onPress={() => onBringBack(field)}
                >
                  <Undo2 size={14} aria-hidden="true" />
                  <FormattedMessage id="schema.bringBack" />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {published.version > 1 && (
        <Disclosure isExpanded={isOpen} onExpandedChange={setIsOpen}>
          <Heading level={3}>
            <AriaButton slot="trigger" className={styles["fold"] ?? ""}>
              <ChevronRight size={14} aria-hidden="true" />
              <FormattedMessage id="schema.deletedFields" />
            </AriaButton>
          </Heading>
          <DisclosurePanel>
            {isOpen && (
              <EarlierDeletedFields type={type} going={new Set(going.map(({ id }) => id))} />
            )}
          </DisclosurePanel>
        </Disclosure>
      )}
    </div>
  );
}

interface LongGoneProps {
  readonly type: string;
  /** Ids of the fields already listed. */
  readonly going: ReadonlySet<string | undefined>;
}

/** Fields deleted in earlier versions, and the data that still contains their values. */
function EarlierDeletedFields({ type, going }: LongGoneProps): ReactNode {
  const { data, error } = useDeletedFields(type, true);
  const site = useSiteId();
  if (data === undefined) return <Loading error={error} />;
  const gone = data.filter(({ field }) => !going.has(field.id));
  if (gone.length === 0) {
    return (
      <p className={`${text["soft"]} ${styles["hint"]}`}>
        <FormattedMessage id="schema.noneDeleted" />
      </p>
    );
  }
  return (
    <>
      <p className={`${text["soft"]} ${styles["hint"]}`}>
        <FormattedMessage id="schema.deletedHelp" />
      </p>
      <ul>
        {gone.map(({ field, lastVersion, files, live }) => (
          <li key={field.id} className={styles["goneField"]}>
            <b>{field.label}</b> <code>{field.apiId}</code>
            <p>
              <FormattedMessage id="schema.deletedSince" values={{ version: lastVersion + 1 }} />{" "}
              <FormattedMessage id="schema.heldByFiles" values={{ count: files.count }} />{" "}
              {live.count > 0 && (
                <b>
                  <LiveMessage id="schema.heldLive" values={{ count: live.count }} />
                </b>
              )}
            </p>
            <HolderLinks ids={live.count > 0 ? live.ids : files.ids} />
            {live.count > live.ids.length && (
              <Link to={`/sites/${site}/entries/${type}`}>
                <FormattedMessage id="schema.allEntries" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
