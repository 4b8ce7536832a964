import { type ReactNode, useEffect, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeDetail, useMarkSeen } from "../../api/changes/change.ts";
import { useChecks } from "../../api/changes/checks.ts";
import { useComments } from "../../api/changes/comments.ts";
import { useSitePeople } from "../../api/people/site-people.ts";
import type { Site } from "../../api/sites.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { type Onlooker, rightsOf } from "../accepting.ts";
import { namesOf } from "../person-name.tsx";
import { ChangeSide } from "../side/change-side.tsx";
import { Discussion } from "../talk/discussion.tsx";
import { type Talk, TalkProvider } from "../talk/talk.ts";
import { placeKey, threadsOf } from "../talk/threads.ts";
import { ChangeBar, ChangeFoot } from "./change-bar.tsx";
import { ChangeHead } from "./change-head.tsx";
import { Contents } from "./contents.tsx";
import { EntryChanges } from "./entry-changes.tsx";
import { MediaChanges } from "./media-changes.tsx";
import { TypeChanges } from "./type-changes.tsx";
import styles from "./request.module.css";

export interface ChangeScreenProps {
  readonly detail: ChangeDetail;
  readonly site: Site;
  /** User id of who looks. */
  readonly me: string;
  /** Why it could not be read again. */
  readonly error: Error | null;
}

/** One proposal: what it changes, what is said of it, and what accepting it waits for. */
export function ChangeScreen({ detail, site, me, error }: ChangeScreenProps): ReactNode {
  const { change, entries, media, types } = detail;
  const { number } = change;
  const { formatMessage } = useIntl();
  useTitle(`${change.title} · ${formatMessage({ id: "nav.review" })}`);
  useSeen(detail);
  const { data: checks } = useChecks(number, change.state === "open");
  const onlooker: Onlooker = { userId: me, role: site.role };
  const talk = useTalkOf(detail, onlooker);
  const shown = useMemo(() => placesOf(detail), [detail]);
  const parts = { detail, site, onlooker, checks, names: talk.names };
  return (
    <TalkProvider value={talk}>
      <ChangeBar {...parts} />
      <div className={styles["screen"]}>
        <Contents
          detail={detail}
          threads={talk.threads}
          mayAdd={change.state === "open" && rightsOf(change, onlooker).propose}
        />
        <div className={styles["main"]}>
          <ChangeHead {...parts} />
          <Refusal error={error} />
          {detail.pruned && (
            <Note tone="ochre">
              <FormattedMessage id="review.pruned" />
            </Note>
          )}
          {entries.map((entry) => (
            <EntryChanges key={entry.path} entry={entry} {...parts} />
          ))}
          <MediaChanges media={media} />
          <TypeChanges types={types} files={detail.files} checks={checks} />
          <Discussion
            shown={shown}
            placeWords={(path, field) => {
              const entry = entries.find((one) => one.path === path);
              return [entry?.title ?? path, field].filter((word) => word !== null).join(" · ");
            }}
          />
        </div>
        <ChangeSide {...parts} />
      </div>
      <ChangeFoot {...parts} />
    </TalkProvider>
  );
}

/** Everything up to what is shown is not new any more, once somebody looks. */
function useSeen({ change, asOf }: ChangeDetail): void {
  const { mutate } = useMarkSeen(change.number);
  const { unread } = change;
  useEffect(() => {
    if (!unread) return undefined;
    const look = (): void => {
      if (!document.hidden) mutate(asOf);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [mutate, unread, asOf]);
}

function useTalkOf({ change, people: named }: ChangeDetail, onlooker: Onlooker): Talk {
  const { data: comments } = useComments(change.number);
  const { data: people } = useSitePeople();
  return useMemo(() => {
    const nameable = (people ?? []).map(({ userId, name }) => ({ id: userId, name }));
    const { propose } = rightsOf(change, onlooker);
    return {
      change: change.number,
      threads: threadsOf(comments?.contents ?? []),
      names: namesOf(nameable, named, comments?.people),
      people: nameable,
      me: onlooker.userId,
      maySpeak: propose,
      mayTidy: onlooker.role === "edit" || onlooker.role === "admin",
    };
  }, [change, named, comments, people, onlooker.userId, onlooker.role]);
}

/** The places that stand on the screen with what is said of them. */
function placesOf({ entries, media, types }: ChangeDetail): ReadonlySet<string> {
  const fields = entries.flatMap(({ path, changes }) =>
    (changes?.fields ?? []).map((change) => placeKey({ path, field: change.path })),
  );
  const whole = [...entries, ...media, ...types].map(({ path }) => placeKey({ path, field: null }));
  return new Set([...fields, ...whole]);
}
