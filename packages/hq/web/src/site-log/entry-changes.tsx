import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import { useVersion } from "../api/content/history.ts";
import { useSchema } from "../api/content/schema.ts";
import type { LiveDifference } from "../api/publishing/site-log.ts";
import { useSiteId, useTypes } from "../api/sites.ts";
import { FieldChanges } from "../ui/compare/field-changes.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Tag } from "../ui/tag.tsx";
import { LiveMessage } from "../ui/values/live-message.tsx";
import text from "../ui/text.module.css";
import styles from "./site-log.module.css";

type ChangedEntry = LiveDifference["entries"][number] & {
  /** Whether the entry no longer has a draft to edit. */
  readonly draftDeleted?: boolean;
};

interface EntryChangesProps {
  readonly entries: readonly ChangedEntry[];
  /** Commits in the publish history; undefined before the first publish. */
  readonly from: string | undefined;
  readonly to: string;
}

/** Maximum ids per request to HQ. */
const MOST_TITLES = 100;

/** The entries that differ on the live site. Changed ones can be expanded. */
export function EntryChanges({ entries, from, to }: EntryChangesProps): ReactNode {
  const { data: types = [] } = useTypes();
  const ids = entries.slice(0, MOST_TITLES).map(({ id }) => id);
  const { data: known = [] } = useEntriesById(ids);
  return (
    <ul className={styles["entries"]}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <EntryChange
            entry={entry}
            title={known.find(({ id }) => id === entry.id)?.title ?? entry.slug}
            type={types.find(({ apiId }) => apiId === entry.type)?.label ?? entry.type}
            from={from}
            to={to}
          />
        </li>
      ))}
    </ul>
  );
}

interface EntryChangeProps extends Omit<EntryChangesProps, "entries"> {
  readonly entry: ChangedEntry;
  readonly title: string;
  readonly type: string;
}

const TONES = { added: "leaf", changed: "ochre", removed: "madder" } as const;

function EntryChange({ entry, title, type, from, to }: EntryChangeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const site = useSiteId();
  const { id, kind, draftDeleted = false } = entry;
  const name = (
    <>
      <Tag tone={TONES[kind]}>
        <FormattedMessage id={`log.${kind}`} />
      </Tag>
      <b>{title}</b>
      <small>{type}</small>
    </>
  );
  if (kind !== "changed" || from === undefined) {
    return (
      <div className={styles["entry"]}>
        {name}
        {draftDeleted ? (
          <small>
            <LiveMessage id="log.draftDeleted" />
          </small>
        ) : (
          <Link
            className={text["action"]}
            to={`/sites/${site}/entries/${entry.type}/${id}/history`}
          >
            <FormattedMessage id="log.history" />
          </Link>
        )}
      </div>
    );
  }
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={setIsOpen}>
      <Heading level={3} className={styles["entryHead"] ?? ""}>
        <AriaButton slot="trigger" className={styles["entry"] ?? ""}>
          <ChevronRight size={14} aria-hidden="true" />
          {name}
        </AriaButton>
      </Heading>
      <DisclosurePanel className={styles["fields"] ?? ""}>
        {isOpen && <Fields type={entry.type} id={id} from={from} to={to} />}
      </DisclosurePanel>
    </Disclosure>
  );
}

interface FieldsProps {
  readonly type: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** The changed fields of an entry, compared word by word. */
function Fields(props: FieldsProps): ReactNode {
  const { data, error } = useVersion(props);
  const { data: schema } = useSchema(props.type);
  if (data === undefined) return <Loading error={error} />;
  const { fields = [], system = [] } = data.changes ?? {};
  const slug = system.find(({ key }) => key === "slug");
  return (
    <>
      <FieldChanges changes={fields} fields={schema?.fields ?? []} />
      {slug !== undefined && (
        <p>
          <FormattedMessage id="log.newSlug" values={{ before: slug.before, after: slug.after }} />
        </p>
      )}
      {fields.length === 0 && slug === undefined && (
        <p className={styles["soft"]}>
          <FormattedMessage id="log.otherForm" />
        </p>
      )}
    </>
  );
}
