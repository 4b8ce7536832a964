import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { EntrySummary } from "../../api/content/entries.ts";
import { useSchema } from "../../api/content/schema.ts";
import { useNotices } from "../../api/notices.ts";
import { type PublishCheck, usePublishChecks } from "../../api/publishing/publishing.ts";
import { useTypes } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { FieldChanges } from "../../ui/compare/field-changes.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { HiddenPublishNote } from "../../ui/notes/hidden-publish-note.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./publish-choice.module.css";

interface PublishChoiceProps {
  readonly entries: readonly EntrySummary[];
  readonly isWorking: boolean;
  /** Receives the selected entries. */
  readonly onPublish: (entries: readonly EntrySummary[]) => void;
  readonly onSchedule: (entries: readonly EntrySummary[]) => void;
  readonly onClose: () => void;
  /** Progress of the action. */
  readonly children: ReactNode;
}

/** Reviews the changes to the live site entry by entry. Entries with errors can't be selected. */
export function PublishChoice(props: PublishChoiceProps): ReactNode {
  const { entries, isWorking, onPublish, onSchedule, onClose, children } = props;
  const checks = usePublishChecks(entries);
  const [excluded, setExcluded] = useState<ReadonlySet<EntrySummary>>(new Set());
  const [shown = entries[0], setShown] = useState<EntrySummary>();
  const ticked = entries.filter(
    (entry, place) => !excluded.has(entry) && !isHindered(checks[place]?.data),
  );
  const tick = (entry: EntrySummary, isTicked: boolean): void => {
    const others = [...excluded].filter((one) => one !== entry);
    setExcluded(new Set(isTicked ? others : [...others, entry]));
  };
  return (
    <>
      <div className={styles["columns"]}>
        <ul className={styles["entries"]}>
          {entries.map((entry, place) => (
            <Line
              key={entry.id}
              entry={entry}
              check={checks[place]?.data}
              isTicked={ticked.includes(entry)}
              isShown={entry === shown}
              onTick={(isTicked) => tick(entry, isTicked)}
              onShow={() => setShown(entry)}
            />
          ))}
        </ul>
        <div className={styles["changes"]}>
          {shown !== undefined && (
            <Changes entry={shown} checked={checks[entries.indexOf(shown)]} />
          )}
          <HiddenPublishNote />
          <DisabledWebhookNotes />
        </div>
      </div>
      {children}
      <footer className={styles["foot"]}>
        <p className={text["soft"]}>
          <FormattedMessage id="bulk.takenBack" />
        </p>
        <Button look="quiet" onPress={onClose} isDisabled={isWorking}>
          <FormattedMessage id="bulk.cancel" />
        </Button>
        <Button isDisabled={isWorking || ticked.length === 0} onPress={() => onSchedule(ticked)}>
          <FormattedMessage id="bulk.setTime" />
        </Button>
        <Button
          look="primary"
          isDisabled={ticked.length === 0}
          isWorking={isWorking}
          onPress={() => onPublish(ticked)}
          data-publishes
        >
          <FormattedMessage id="bulk.publishAct" values={{ count: ticked.length }} />
        </Button>
      </footer>
    </>
  );
}

function isHindered(check: PublishCheck | undefined): boolean {
  return check !== undefined && check.problems.length > 0;
}

interface LineProps {
  readonly entry: EntrySummary;
  readonly check: PublishCheck | undefined;
  readonly isTicked: boolean;
  readonly isShown: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly onShow: () => void;
}

function Line({ entry, check, isTicked, isShown, onTick, onShow }: LineProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <li className={styles["line"]} data-shown={isShown || undefined}>
      <Checkbox
        aria-label={formatMessage({ id: "bulk.publishOne" }, { title: entry.title })}
        isSelected={isTicked}
        isDisabled={isHindered(check)}
        onChange={onTick}
      >
        {null}
      </Checkbox>
      <button type="button" aria-pressed={isShown} onClick={onShow}>
        <Thumbnail picture={entry.thumbnail?.url} size="medium" />
        <span className={`${list["names"]} ${list["clipped"]} ${list["small"]} ${styles["names"]}`}>
          <b>{entry.title}</b>
          <small data-hindered={isHindered(check) || undefined}>
            {check !== undefined && <InShort check={check} />}
          </small>
        </span>
      </button>
    </li>
  );
}

/** How many fields of an entry change, or that it can't be published. */
function InShort({ check: { problems, changes } }: { readonly check: PublishCheck }): ReactNode {
  if (problems.length > 0) {
    return <FormattedMessage id="bulk.staysBack" values={{ count: problems.length }} />;
  }
  if (changes === undefined) return <FormattedMessage id="bulk.goesLive" />;
  return <FormattedMessage id="bulk.fields" values={{ count: changes.fields.length }} />;
}

interface ChangesProps {
  readonly entry: EntrySummary;
  readonly checked: ReturnType<typeof usePublishChecks>[number] | undefined;
}

function Changes({ entry, checked }: ChangesProps): ReactNode {
  const { data: schema } = useSchema(entry.type);
  const { data: types = [] } = useTypes();
  const { data: check, error = null } = checked ?? {};
  return (
    <section aria-label={entry.title}>
      <h3 className={`${heading["heading"]} ${styles["title"]}`}>
        {entry.title} <small>{types.find(({ apiId }) => apiId === entry.type)?.label}</small>
      </h3>
      {check === undefined ? (
        <Loading error={error} />
      ) : (
        <div className={styles["found"]}>
          {check.problems.map(({ path, message }) => (
            <Note key={`${path} ${message}`} tone="madder">
              {message}
            </Note>
          ))}
          {check.changes === undefined && (
            <p>
              <LiveMessage id="publish.first" />
            </p>
          )}
          {check.changes?.fields.length === 0 && (
            <p>
              <LiveMessage id="publish.noField" />
            </p>
          )}
          {check.changes !== undefined && (
            <FieldChanges changes={check.changes.fields} fields={schema?.fields ?? []} />
          )}
          {check.warnings.map(({ path, message }) => (
            <Note key={`${path} ${message}`} tone="ochre">
              {message}
            </Note>
          ))}
        </div>
      )}
    </section>
  );
}

/** Notes about disabled webhooks and builds that this publish won't trigger. */
function DisabledWebhookNotes(): ReactNode {
  const { data: notices = [] } = useNotices();
  return notices.map(
    (notice) =>
      notice.kind === "webhook-disabled" && (
        <Note key={notice.webhookId} tone="ochre">
          <FormattedMessage id="bulk.webhookOff" values={{ host: <b>{notice.host}</b> }} />
        </Note>
      ),
  );
}
