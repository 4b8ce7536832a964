import { type ReactNode, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ChangeDetail } from "../../api/changes/change.ts";
import { useChecks } from "../../api/changes/checks.ts";
import type { Site } from "../../api/sites.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { TalkProvider } from "../comments/discussion-context.ts";
import { Discussion } from "../comments/discussion.tsx";
import { placeKey } from "../comments/threads.ts";
import { type ChangeViewer, rightsOf } from "../merge-rules.ts";
import { ChangeSide } from "../side/change-side.tsx";
import { ChangeBar, ChangeFoot } from "./change-bar.tsx";
import { ChangeHead } from "./change-head.tsx";
import { Contents } from "./contents.tsx";
import { EntryChanges } from "./entry-changes.tsx";
import { MediaChanges } from "./media-changes.tsx";
import { TypeChanges } from "./type-changes.tsx";
import { useMarkAsSeen, useDiscussion } from "./use-review.ts";
import styles from "./request.module.css";

export interface ChangeScreenProps {
  readonly detail: ChangeDetail;
  readonly site: Site;
  /** Id of the current user. */
  readonly me: string;
  /** Why the change request could not be refetched. */
  readonly error: Error | null;
}

/** A change request: its changes, comments, and merge conditions. */
export function ChangeScreen({ detail, site, me, error }: ChangeScreenProps): ReactNode {
  const { change, entries, media, types } = detail;
  const { number } = change;
  const { formatMessage } = useIntl();
  useTitle(`${change.title} · ${formatMessage({ id: "nav.review" })}`);
  useMarkAsSeen(detail);
  const { data: checks } = useChecks(number, change.state === "open");
  const onlooker: ChangeViewer = { userId: me, role: site.role };
  const talk = useDiscussion(detail, onlooker);
  const places = useMemo(() => placesOf(detail), [detail]);
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
          <ChangeHead {...parts} openWords="review.proposedOpen" />
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
            displayedPlaces={places}
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

/** Returns the paths that are displayed with their comments. */
function placesOf({ entries, media, types }: ChangeDetail): ReadonlySet<string> {
  const fields = entries.flatMap(({ path, changes }) =>
    (changes?.fields ?? []).map((change) => placeKey({ path, field: change.path })),
  );
  const whole = [...entries, ...media, ...types].map(({ path }) => placeKey({ path, field: null }));
  return new Set([...fields, ...whole]);
}
