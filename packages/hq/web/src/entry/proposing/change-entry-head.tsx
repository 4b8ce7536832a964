import { MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type ChangeDetail, useChange } from "../../api/changes/change.ts";
import { useConnection } from "../../api/connection.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { type Site, useSiteId } from "../../api/sites.ts";
import { useMedia } from "../../shell/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { PreviewButton } from "../bar/preview-button.tsx";
import { SaveKey } from "../bar/save-key.tsx";
import { SaveStatus } from "../bar/save-status.tsx";
import { type OpenProblem, PublishProblems } from "../bar/state-bar.tsx";
import { useEntryTitle } from "../bar/use-entry-title.ts";
import type { EntryActions } from "../edits/use-entry-actions.ts";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import { ChangeEntryMenu } from "./change-entry-menu.tsx";
import { ClosedChangeNote } from "./closed-note.tsx";
import styles from "./proposing.module.css";

interface ChangeEntryHeadProps {
  /** Number of the change request. */
  readonly change: number;
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly site: Site;
  readonly edits: EntryEdits;
  readonly acts: EntryActions;
  /** Whether the entry is no longer accessible: deleted, or the user lost access. */
  readonly isRefused: boolean;
  /** Problems that would prevent publishing it. */
  readonly open: readonly OpenProblem[];
  /** The form and its side panel. */
  readonly children: ReactNode;
}

/** The bars around the form of an entry in a change request. */
export function ChangeEntryHead(props: ChangeEntryHeadProps): ReactNode {
  const { change, site, open, children } = props;
  const { formatMessage } = useIntl();
  const isPhone = useMedia("(max-width: 767px)");
  const { data: detail } = useChange(change);
  const isOver = detail !== undefined && detail.change.state !== "open";
  const mayWrite = site.role !== "view" && !isOver;
  const title = detail?.change.title ?? formatMessage({ id: "propose.number" }, { number: change });
  const save = mayWrite && <SaveThere {...props} />;
  const why = mayWrite && open.length > 0 && <PublishProblems open={open} />;
  return (
    <>
      <Bar {...props} title={title} detail={detail} mayWrite={mayWrite}>
        {!isPhone && save}
      </Bar>
      {isOver ? (
        <Over {...props} detail={detail} />
      ) : (
        <ChangeEntryBar change={change} title={title} entry={props.entry} detail={detail}>
          {!isPhone && why}
        </ChangeEntryBar>
      )}
      {children}
      {isPhone && <Foot why={why}>{save}</Foot>}
    </>
  );
}

interface FootProps {
  readonly why: ReactNode;
  readonly children: ReactNode;
}

/** The bottom bar on phones; hidden for users who can only view. */
function Foot({ why, children }: FootProps): ReactNode {
  if (children === false) return null;
  return (
    <footer className={styles["phoneFoot"]}>
      {why !== false && <p>{why}</p>}
      {children}
    </footer>
  );
}

interface BarProps extends ChangeEntryHeadProps {
  /** Title of the change request. */
  readonly title: string;
  /** Undefined while loading. */
  readonly detail: ChangeDetail | undefined;
  readonly mayWrite: boolean;
}

function Bar(props: BarProps): ReactNode {
  const { change, title, detail, mayWrite, schema, entry, site, edits, children } = props;
  const { formatMessage } = useIntl();
  const entryTitle = useEntryTitle(schema, entry, edits);
  const review = `/sites/${site.id}/review`;
  const { isChanged, syncState } = edits;
  return (
    <PageBar
      trail={[
        { label: formatMessage({ id: "nav.review" }), address: review },
        { label: title, address: `${review}/${change}` },
      ]}
      title={entryTitle}
      status={
        <SaveStatus isChanged={isChanged} isSaved={entry !== undefined} syncState={syncState} />
      }
    >
      {entry !== undefined && <PreviewButton entry={entry} />}
      {entry !== undefined && mayWrite && (
        <ChangeEntryMenu change={change} entry={entry} detail={detail} />
      )}
      {children}
    </PageBar>
  );
}

function SaveThere({ edits, acts, isRefused }: ChangeEntryHeadProps): ReactNode {
  const isOnline = useConnection().awaySince === undefined;
  return (
    <Button
      look="primary"
      isDisabled={!edits.isChanged || !isOnline || isRefused}
      isWorking={acts.working === "save"}
      onPress={() => acts.save()}
    >
      <FormattedMessage id="propose.save" />
      <SaveKey />
    </Button>
  );
}

interface OverProps extends ChangeEntryHeadProps {
  readonly detail: ChangeDetail;
}

function Over({ type, entry, edits, detail }: OverProps): ReactNode {
  return (
    <ClosedChangeNote
      type={type}
      id={entry?.id}
      detail={detail}
      typed={edits.changes}
      values={edits.values}
      onTaken={() => edits.draftSync.stop()}
    />
  );
}

interface ChangeEntryBarProps {
  readonly change: number;
  /** Title of the change request. */
  readonly title: string;
  readonly entry: Entry | undefined;
  /** Undefined while loading. */
  readonly detail: ChangeDetail | undefined;
  /** Problems that would prevent publishing. */
  readonly children: ReactNode;
}

/** Shows that edits are saved to a change request. */
function ChangeEntryBar({
  change,
  title,
  entry,
  detail,
  children,
}: ChangeEntryBarProps): ReactNode {
  const site = useSiteId();
  const kind = detail?.entries.find(({ id }) => id === entry?.id)?.kind;
  const isOnMain = entry !== undefined && detail !== undefined && kind !== "added";
  return (
    <div className={styles["bar"]} data-proposal={change}>
      <MessageSquareText size={16} aria-hidden="true" />
      <p>
        <FormattedMessage
          id="propose.writing"
          values={{
            title: <Link to={`/sites/${site}/review/${change}`}>{title}</Link>,
          }}
        />{" "}
        <span>
          <FormattedMessage id="propose.untouched" />
        </span>
        {isOnMain && (
          <>
            {" "}
            <Link to={`/sites/${site}/entries/${entry.type}/${entry.id}`}>
              <FormattedMessage id="propose.asItIs" />
            </Link>
          </>
        )}
      </p>
      <span className={styles["why"]}>{children}</span>
    </div>
  );
}
