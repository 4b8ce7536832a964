import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { useChangeNumber } from "../../api/content/entry-place.ts";
import { type Entry, useEntryUsers } from "../../api/content/entry.ts";
import { useLastEvents } from "../../api/content/history.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import type { TimedAct, TimeState } from "../../api/publishing/entry-times.ts";
import { useSession } from "../../api/session.ts";
import { type Site, useSiteId, useTypes } from "../../api/sites.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import type { MessageId } from "../../messages/messages.ts";
import { PreviewBeside } from "../../preview/preview-beside.tsx";
import type { AdjacentForm } from "../../preview/site-frame.tsx";
import { useMedia } from "../../shell/use-media.ts";
import { usePreviewBeside } from "../../shell/use-preview-beside.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { AboutEvent, EventText } from "../../ui/values/event-text.tsx";
import { useLiveMessageId } from "../../ui/values/live-message.tsx";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import type { PublishState } from "../publishing/use-publish-state.tsx";
import { ChangeRequestSide, ChangeRequestsSection } from "./change-request-side.tsx";
import { Drawer } from "./drawer.tsx";
import { focusFieldFromPreview, scrollForm, watchForm } from "./form-scroll.ts";
import { PresenceSection } from "./presence-section.tsx";
import { Problems } from "./problems-section.tsx";
import { SlugSection } from "./slug-section.tsx";
import { useSyncedScroll } from "./use-synced-scroll.ts";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import entryStyles from "../entry.module.css";
import styles from "./side.module.css";

/** Connects the preview with the form next to it. */
const FORM: AdjacentForm = {
  onField: focusFieldFromPreview,
  scrollTo: scrollForm,
  watch: watchForm,
};

interface EntrySideProps {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  /** Other users who have the entry open. */
  readonly people: readonly PersonHere[];
  readonly state: PublishState;
  readonly times: readonly TimeState[];
  readonly site: Site;
  readonly onSchedule: () => void;
}

/** The panel next to the form: the preview if requested, otherwise information about the entry. */
export function EntrySide(props: EntrySideProps): ReactNode {
  const { schema, entry, site } = props;
  const { isBeside } = usePreviewBeside();
  if (!isBeside || entry === undefined) return <Facts {...props} />;
  return <SyncedPreview schema={schema} entry={entry} site={site} />;
}

interface SyncedPreviewProps extends Pick<EntrySideProps, "schema" | "site"> {
  readonly entry: Entry;
}

/** The preview, scrolled in sync with the form. */
function SyncedPreview(previewed: SyncedPreviewProps): ReactNode {
  useSyncedScroll();
  return <PreviewBeside {...previewed} form={FORM} />;
}

/** Problems, URL, dates, people, references, and latest changes. */
function Facts(props: EntrySideProps): ReactNode {
  const { type, schema, entry, site, edits, times, onSchedule } = props;
  const change = useChangeNumber();
  const mayWrite = site.role !== "view";
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: "side.label" });
  const isDrawer = useMedia("(min-width: 1024px) and (max-width: 1279px)");
  const sections = (
    <>
      {mayWrite && <Problems toFix={props.state.open} toKnow={props.state.toKnow} />}
      {change === undefined && entry !== undefined && <ChangeRequestsSection entry={entry} />}
      {change !== undefined && (
        <ChangeRequestSide change={change} entry={entry} fields={schema.fields} />
      )}
      {schema.kind === "list" && (
        <SlugSection type={type} schema={schema} entry={entry} edits={edits} mayWrite={mayWrite} />
      )}
      {entry !== undefined && change === undefined && (
        <>
          <DatesSection entry={entry} times={times} mayWrite={mayWrite} onSchedule={onSchedule} />
          <PresenceSection people={props.people} fields={schema.fields} />
          <UsedIn entry={entry} />
          <LastChanges entry={entry} />
        </>
      )}
    </>
  );
  if (isDrawer) return <Drawer label={label}>{sections}</Drawer>;
  return (
    <aside className={styles["side"]} aria-label={label}>
      {sections}
    </aside>
  );
}

interface DatesSectionProps {
  readonly entry: Entry;
  readonly times: readonly TimeState[];
  readonly mayWrite: boolean;
  readonly onSchedule: () => void;
}

/** The schedule of the entry and its past dates. */
function DatesSection(props: DatesSectionProps): ReactNode {
  const { entry, times, mayWrite, onSchedule } = props;
  const liveMessageId = useLiveMessageId();
  const known = [
    [liveMessageId("side.liveSince"), entry.live?.publishedAt],
    ["side.begun", entry.createdAt],
    ["side.saved", entry.updatedAt],
  ] as const satisfies readonly (readonly [MessageId, string | undefined])[];
  const timeOf = (act: TimedAct): string | undefined =>
    times.find((time) => time.act === act && time.kind !== "done")?.at;
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="side.dates" />
      </h2>
      <dl className={styles["facts"]}>
        {(["publish", "unpublish"] as const).map((act) => {
          const at = timeOf(act);
          if (at === undefined && !mayWrite) return null;
          return (
            <div key={act}>
              <dt>
                <FormattedMessage id={`side.${act}`} />
              </dt>
              <dd>
                {mayWrite ? (
                  <button
                    type="button"
                    className={`${text["button"]} ${entryStyles["plain"]}`}
                    onClick={onSchedule}
                  >
                    {at === undefined ? <FormattedMessage id="schedule.open" /> : <At time={at} />}
                  </button>
                ) : (
                  at !== undefined && <At time={at} />
                )}
              </dd>
            </div>
          );
        })}
        {known.map(
          ([id, at]) =>
            at !== undefined && (
              <div key={id}>
                <dt>
                  <FormattedMessage id={id} />
                </dt>
                <dd>
                  <At time={at} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function At({ time }: { readonly time: string }): ReactNode {
  return (
    <time dateTime={time}>
      <FormattedDate value={time} dateStyle="medium" timeStyle="short" />
    </time>
  );
}

/** The latest changes of the entry, with a link to its history. */
function LastChanges({ entry }: { readonly entry: Entry }): ReactNode {
  const site = useSiteId();
  const { data: session } = useSession();
  const { data: events = [] } = useLastEvents(entry);
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="history.title" />
      </h2>
      <ol>
        {events.map((event) => (
          <li key={`${event.commit} ${event.kind}`} className={styles["line"]}>
            <span className={styles["named"]}>
              <Avatar name={event.author.name} />
              <span>
                <EventText event={event} me={session?.user.email} />{" "}
                <span className={styles["faint"]}>
                  <AboutEvent event={event} />
                </span>
              </span>
            </span>
            <small className={text["faint"]}>
              <Ago time={event.when} />
            </small>
          </li>
        ))}
      </ol>
      <Link
        to={`/sites/${site}/entries/${entry.type}/${entry.id}/history`}
        className={styles["all"] ?? ""}
      >
        <FormattedMessage id="side.allHistory" />
      </Link>
    </section>
  );
}

const SHOWN = 6;

/** The entries that reference this one, without duplicates. */
function UsedIn({ entry }: { readonly entry: Entry }): ReactNode {
  const site = useSiteId();
  const { data: users = [] } = useEntryUsers(entry);
  const ids = [...new Set(users.flatMap(({ id }) => id ?? []))];
  const { data: found = [] } = useEntriesById(ids.slice(0, SHOWN), { thumbnails: true });
  const { data: types = [] } = useTypes();
  if (ids.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="side.usedIn" values={{ count: ids.length }} />
      </h2>
      <ul>
        {found.map(({ id, slug, type, title, thumbnail }) => (
          <li key={`${type}/${slug}`} className={styles["line"]}>
            <Link
              to={`/sites/${site}/entries/${type}/${id ?? slug}`}
              className={styles["named"] ?? ""}
            >
              <Thumbnail picture={thumbnail?.url} />
              <span className={text["clip"]}>{title}</span>
            </Link>
            <small className={text["faint"]}>
              {types.find(({ apiId }) => apiId === type)?.label ?? type}
            </small>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN && (
        <p className={text["faint"]}>
          <FormattedMessage id="side.moreUsers" values={{ count: ids.length - SHOWN }} />
        </p>
      )}
    </section>
  );
}
