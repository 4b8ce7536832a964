import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import type { Entry } from "../api/content/entry.ts";
import { type HistoryEvent, useHistory } from "../api/content/history.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import { useMe } from "../api/people/account.ts";
import type { Site } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import type { Look } from "../ui/compare/text-change.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { type Chosen, firstChoice } from "./choose-versions.ts";
import { HistoryBar } from "./history-bar.tsx";
import { Timeline } from "./timeline.tsx";
import { Versions } from "./versions.tsx";
import styles from "./history.module.css";

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
export function EntryHistory(props: EntryHistoryProps): ReactNode {
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
    <div className={styles["screen"]}>
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
