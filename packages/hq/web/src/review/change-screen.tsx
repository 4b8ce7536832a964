import { Monitor } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useParams } from "react-router";
import { type ChangeDetail, useChange } from "../api/changes/change.ts";
import { useChecks } from "../api/changes/checks.ts";
import { useConnection } from "../api/connection.ts";
import { useSession } from "../api/session.ts";
import { type Site, useSite } from "../api/sites.ts";
import { useMedia } from "../shell/use-media.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { Message } from "../ui/notes/message.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import { TalkProvider } from "./comments/discussion-context.ts";
import { Discussion } from "./comments/discussion.tsx";
import { placeKey } from "./comments/threads.ts";
import { ChangeHead } from "./request/change-head.tsx";
import { Contents, MediaChanges } from "./request/contents.tsx";
import { EntryChanges } from "./request/entry-changes.tsx";
import { MergeDialog } from "./request/merge-dialog.tsx";
import type { ChangeParts } from "./request/parts.ts";
import { RequestChangesButton } from "./request/request-changes-button.tsx";
import { TypeChanges } from "./request/type-changes.tsx";
import { useDiscussion, useMarkAsSeen } from "./request/use-review.ts";
import { ChangeSide } from "./side/change-side.tsx";
import { type ChangeViewer, rightsOf, unmetConditions } from "./stage/merge-rules.ts";
import { StageTag } from "./stage/stage-tag.tsx";
import { stageOf } from "./stage/stage.ts";
import styles from "./request/request.module.css";

export function ChangeScreen(): ReactNode {
  const { change } = useParams();
  const number = Number(change);
  return <OfChange key={number} number={number} />;
}

function OfChange({ number }: { readonly number: number }): ReactNode {
  const { data: site } = useSite();
  const { data: session } = useSession();
  const { data, error } = useChange(number);
  if (data === undefined && error !== null) {
    return <Message title={<FormattedMessage id="review.noneTitle" />}>{error.message}</Message>;
  }
  if (data === undefined || site === undefined || !session) return <Waiting />;
  return <OpenChange detail={data} site={site} me={session.user.id} error={error} />;
}

export interface ChangeScreenProps {
  readonly detail: ChangeDetail;
  readonly site: Site;
  /** Id of the current user. */
  readonly me: string;
  /** Why the change request could not be refetched. */
  readonly error: Error | null;
}

/** A change request: its changes, comments, and merge conditions. */
function OpenChange({ detail, site, me, error }: ChangeScreenProps): ReactNode {
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

/** Location and actions of the change request. */
function ChangeBar(props: ChangeParts): ReactNode {
  const isPhone = useMedia(PHONE);
  const { detail, site, onlooker } = props;
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { change, entries } = detail;
  const rights = rightsOf(change, onlooker);
  const shown = entries.filter(({ kind }) => kind !== "removed").length;
  return (
    <PageBar
      trail={[{ label: formatMessage({ id: "nav.review" }), address: `/sites/${site.id}/review` }]}
      title={change.title}
    >
      {change.state === "open" && shown > 0 && (
        <Button onPress={() => void navigate(`/sites/${site.id}/review/${change.number}/preview`)}>
          <Monitor size={15} aria-hidden="true" />
          <FormattedMessage id="review.preview" values={{ count: shown }} />
        </Button>
      )}
      {rights.askForChanges && <RequestChangesButton detail={detail} />}
      {rights.accept && !isPhone && <MergeButton {...props} />}
    </PageBar>
  );
}

const PHONE = "(max-width: 767px)";

/** The bottom bar on phones: state and next action. */
function ChangeFoot(props: ChangeParts): ReactNode {
  const isPhone = useMedia(PHONE);
  const { detail, onlooker } = props;
  const rights = rightsOf(detail.change, onlooker);
  if (!isPhone || !rights.accept) return null;
  return (
    <footer className={styles["foot"]}>
      <StageTag stage={stageOf(detail.change)} />
      <span className={styles["footActs"]}>
        {rights.askForChanges && <RequestChangesButton detail={detail} />}
        <MergeButton {...props} />
      </span>
    </footer>
  );
}

/** Merges the change request. Unmet conditions are listed in the side panel. */
function MergeButton(props: ChangeParts): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const isAway = useConnection().awaySince !== undefined;
  const isWaiting = unmetConditions(props.detail, props.onlooker).length > 0;
  return (
    <>
      <Button
        look="primary"
        isDisabled={isWaiting || isAway}
        aria-describedby="accept-waits"
        onPress={() => setIsOpen(true)}
      >
        <FormattedMessage id="review.accept" />
      </Button>
      {isOpen && <MergeDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
