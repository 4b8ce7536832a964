import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useParams, useSearchParams } from "react-router";
import { RefusedError } from "../api/client.ts";
import { type Entry, useEntry } from "../api/content/entry.ts";
import { type HistoryEvent, useHistory } from "../api/content/history.ts";
import { type TypeSchema, useSchema } from "../api/content/schema.ts";
import { useMe } from "../api/people/account.ts";
import { type Site, useIsPublic, useSite } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { type Band, DrillCore } from "../ui/compare/drill-core.tsx";
import type { Look } from "../ui/compare/text-change.tsx";
import { Segments } from "../ui/fields/segments.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Message } from "../ui/notes/message.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import { AboutEvent, EventText } from "../ui/values/event-text.tsx";
import { choiceOf, type Chosen, firstChoice, hasVersion } from "./choose-versions.ts";
import { Versions } from "./versions.tsx";
import compareScreen from "../ui/compare/compare-screen.module.css";
import styles from "./history.module.css";

/** The history of an entry, including deleted ones. */
export function HistoryScreen(): ReactNode {
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

interface EntryHistoryProps {
  readonly type: string;
  readonly id: string;
  readonly schema: TypeSchema;
  /** Absent for a deleted entry. */
  readonly entry: Entry | undefined;
  readonly site: Site;
}

/**
 * The history of an entry: its versions, authors, and ways to restore them. The compared versions are part of the URL.
 */
function EntryHistory(props: EntryHistoryProps): ReactNode {
  const { type, schema, entry, site, id } = props;
  const { formatMessage } = useIntl();
  const { data, error } = useHistory({ type, id });
  const [look, setLook] = useState<Look>({ isSideBySide: true, onlyChanged: true });
  const listAddress = `/sites/${site.id}/entries/${type}`;
  const title = entry?.title ?? data?.pages[0]?.events[0]?.slug ?? "";
  useTitle(`${formatMessage({ id: "history.title" })} · ${title}`);
  return (
    <>
      <HistoryBar
        listLabel={schema.label}
        listAddress={listAddress}
        title={title}
        entryAddress={entry && `${listAddress}/${entry.id}`}
        look={look}
        onLook={setLook}
      />
      <Refusal error={error} />
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && <Screen {...props} look={look} />}
    </>
  );
}

function Screen(props: EntryHistoryProps & { readonly look: Look }): ReactNode {
  const history = useHistory(props);
  const { data: me } = useMe();
  const events = history.data?.pages.flatMap((page) => page.events) ?? [];
  const { chosen, choose, addressOf } = useChosen(events);
  return (
    <div className={compareScreen["screen"]}>
      <Timeline
        events={events}
        chosen={chosen}
        addressOf={addressOf}
        me={me?.email}
        isLoading={history.isFetchingNextPage}
        onEarlier={history.hasNextPage ? () => void history.fetchNextPage() : undefined}
      />
      <Versions {...props} events={events} chosen={chosen} me={me?.email} onChoose={choose} />
    </div>
  );
}

interface Choosing {
  readonly chosen: Chosen;
  /** Undefined for the default comparison. */
  readonly choose: (chosen: Chosen | undefined) => void;
  readonly addressOf: (chosen: Chosen) => string;
}

function useChosen(events: readonly HistoryEvent[]): Choosing {
  const [query, setQuery] = useSearchParams();
  const to = query.get("to");
  const chosen = to === null ? firstChoice(events) : { from: query.get("from") ?? undefined, to };
  return {
    chosen,
    choose: (next) => setQuery(next === undefined ? {} : queryOf(next), { replace: true }),
    addressOf: (next) => `?${new URLSearchParams(queryOf(next)).toString()}`,
  };
}

function queryOf({ from, to }: Chosen): Record<string, string> {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

interface HistoryBarProps {
  readonly listLabel: string;
  readonly listAddress: string;
  readonly title: string;
  /** Absent for a deleted entry. */
  readonly entryAddress: string | undefined;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

const BESIDE = "beside";
const ONE = "one";

/** Location, and display options of the versions. */
function HistoryBar(props: HistoryBarProps): ReactNode {
  const { listLabel, listAddress, title, entryAddress, look, onLook } = props;
  const { formatMessage } = useIntl();
  return (
    <PageBar
      trail={[
        { label: listLabel, address: listAddress },
        { label: title, address: entryAddress },
      ]}
      title={<FormattedMessage id="history.title" />}
    >
      <Switch
        isTrailing
        isSelected={look.onlyChanged}
        onChange={(onlyChanged) => onLook({ ...look, onlyChanged })}
      >
        <FormattedMessage id="history.onlyChanged" />
      </Switch>
      <span className={styles["look"]}>
        <Segments
          label={formatMessage({ id: "history.look" })}
          segments={[
            { id: BESIDE, label: <FormattedMessage id="history.beside" /> },
            { id: ONE, label: <FormattedMessage id="history.inOne" /> },
          ]}
          value={look.isSideBySide ? BESIDE : ONE}
          onChange={(value) => onLook({ ...look, isSideBySide: value === BESIDE })}
        />
      </span>
    </PageBar>
  );
}

interface TimelineProps {
  readonly events: readonly HistoryEvent[];
  readonly chosen: Chosen;
  /** Returns the URL of this screen for two versions. */
  readonly addressOf: (chosen: Chosen) => string;
  readonly me: string | undefined;
  readonly isLoading: boolean;
  /** Absent once the start of the history is loaded. */
  readonly onEarlier?: (() => void) | undefined;
}

const BANDS: Readonly<Record<HistoryEvent["kind"], Band>> = {
  create: "sand",
  update: "ochre",
  rename: "ochre",
  restore: "clay",
  merge: "slate",
  delete: "peat",
  publish: "leaf",
  unpublish: "peat",
};

/** The history events of an entry, newest first. */
function Timeline(props: TimelineProps): ReactNode {
  const { events, chosen, addressOf, me, isLoading, onEarlier } = props;
  const { formatMessage } = useIntl();
  const isPublic = useIsPublic();
  const last = events.find(({ kind }) => kind === "publish" || kind === "unpublish");
  // The published version, while publishing is off.
  const hidden = !isPublic && last?.kind === "publish" ? last : undefined;
  return (
    <DrillCore
      label={formatMessage({ id: "history.timeline" })}
      events={events.map((event) => ({
        key: `${event.kind} ${event.commit}`,
        when: event.when,
        band: BANDS[event.kind],
        name: <EventText event={event} me={me} />,
        about: (
          <>
            {event === hidden && (
              <b>
                <FormattedMessage id="state.notVisible" />
                {" · "}
              </b>
            )}
            <AboutEvent event={event} />
          </>
        ),
        address: hasVersion(event) ? addressOf(choiceOf(event, events)) : undefined,
        letter: hasVersion(event) ? letterOf(event.commit, chosen) : undefined,
      }))}
    >
      {onEarlier !== undefined && (
        <Button isWorking={isLoading} onPress={() => !isLoading && onEarlier()}>
          <FormattedMessage id="history.earlier" />
        </Button>
      )}
    </DrillCore>
  );
}

/** Returns the letter that identifies a version in the comparison. */
function letterOf(commit: string, { from, to }: Chosen): "A" | "B" | undefined {
  if (commit === to) return "B";
  return commit === from ? "A" : undefined;
}
