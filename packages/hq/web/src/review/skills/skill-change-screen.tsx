import { type ReactNode, useMemo, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useParams } from "react-router";
import { useChangeDiff } from "../../api/changes/change.ts";
import { useReviewContext } from "../../api/changes/review-context.ts";
import {
  type SkillChange,
  useMergeSkillChange,
  useSkillChange,
} from "../../api/changes/skill-change.ts";
import { useSession } from "../../api/session.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Message } from "../../ui/notes/message.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { TalkProvider } from "../comments/discussion-context.ts";
import { Discussion } from "../comments/discussion.tsx";
import { placeKey } from "../comments/threads.ts";
import { ChangeHead } from "../request/change-head.tsx";
import { ChangedPart } from "../request/changed-part.tsx";
import { ConflictNote } from "../request/conflict-note.tsx";
import { ContentsList } from "../request/contents-list.tsx";
import { DiffLines } from "../request/diff-lines.tsx";
import type { ReviewParts } from "../request/parts.ts";
import { RequestChangesButton } from "../request/request-changes-button.tsx";
import { useDiscussion, useMarkAsSeen } from "../request/use-review.ts";
import { ForDevelopers } from "../side/for-developers.tsx";
import { ReviewersSection } from "../side/reviewers-section.tsx";
import { StateSection } from "../side/state-section.tsx";
import {
  type ChangeViewer,
  includesApproval,
  rightsOf,
  unmetConditions,
} from "../stage/merge-rules.ts";
import { splitDiff } from "./split-diff.ts";
import form from "../../ui/form.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "../request/request.module.css";
import side from "../side/side.module.css";

/** A change request for skills. */
export function SkillChangeScreen(): ReactNode {
  const number = Number(useParams()["change"]);
  return <OfChange key={number} number={number} />;
}

function OfChange({ number }: { readonly number: number }): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data: session } = useSession();
  const { data, error } = useSkillChange(number);
  if (data === undefined && error !== null) {
    return <Message title={<FormattedMessage id="review.noneTitle" />}>{error.message}</Message>;
  }
  if (data === undefined || workspace === undefined || !session) return <Waiting />;
  return (
    <OpenSkillChange
      detail={data}
      me={session.user.id}
      isManager={canManage(workspace)}
      error={error}
    />
  );
}

interface SkillChangeScreenProps {
  readonly detail: SkillChange;
  /** Id of the current user. */
  readonly me: string;
  /** Whether the user manages the workspace. */
  readonly isManager: boolean;
  /** Why the change request could not be refetched. */
  readonly error: Error | null;
}

/** A change request for skills: its changes, comments, and merge conditions. */
function OpenSkillChange(props: SkillChangeScreenProps): ReactNode {
  const { detail, me, isManager, error } = props;
  const { change, files, skills, merge } = detail;
  const { formatMessage } = useIntl();
  useTitle(`${change.title} · ${formatMessage({ id: "review.skillChanges" })}`);
  useMarkAsSeen(detail);
  // Users who can write skills can also approve the changes of others.
  const onlooker: ChangeViewer = { userId: me, role: "edit", mayTidy: isManager };
  const talk = useDiscussion(detail, onlooker);
  const places = useMemo(
    () => new Set(files.map(({ path }) => placeKey({ path, field: null }))),
    [files],
  );
  const parts = { detail, onlooker, names: talk.names };
  const issues = merge?.issues ?? [];
  return (
    <TalkProvider value={talk}>
      <SkillBar {...parts} />
      <div className={styles["screen"]}>
        <ContentsList
          detail={detail}
          threads={talk.threads}
          sum={<FormattedMessage id="review.skills" values={{ count: skills.length }} />}
          rows={files.map(({ path, kind, viewed }) => ({
            path,
            viewed,
            title: shortPath(path),
            about: <FormattedMessage id="review.rowSkillFile" values={{ kind }} />,
          }))}
        />
        <div className={styles["main"]}>
          <ChangeHead {...parts} openWords="review.skillProposedOpen" />
          <Refusal error={error} />
          {detail.pruned && (
            <Note tone="ochre">
              <FormattedMessage id="review.pruned" />
            </Note>
          )}
          <ConflictNote
            detail={detail}
            people={[]}
            titles={(merge?.conflicts ?? []).map(({ file }) => shortPath(file))}
            mayWrite={rightsOf(change, onlooker).propose}
          />
          {issues.length > 0 && (
            <Note tone="madder">
              <FormattedMessage id="review.skillIssues" />
              <ul>
                {issues.map(({ path = "", line, message }) => (
                  <li key={`${path} ${line} ${message}`}>
                    <code>{line === undefined ? path : `${path}:${line}`}</code> {message}
                  </li>
                ))}
              </ul>
            </Note>
          )}
          <FileChanges detail={detail} />
          <Discussion displayedPlaces={places} placeWords={(path) => shortPath(path)} />
        </div>
        <aside className={side["side"]} aria-label={formatMessage({ id: "review.about" })}>
          <StateSection {...parts} />
          <ReviewersSection {...parts} />
          <ForDevelopers detail={detail} />
        </aside>
      </div>
    </TalkProvider>
  );
}

/** The diff of each file in a change request for skills. */
function FileChanges({ detail }: { readonly detail: SkillChange }): ReactNode {
  const { change, files, head } = detail;
  const { data, error } = useChangeDiff(change.number, head, files.length > 0);
  const parts = data === undefined ? undefined : splitDiff(data);
  return (
    <>
      <Refusal error={error} />
      {files.map((file, place) => (
        <ChangedPart key={file.path} {...file} title={shortPath(file.path)}>
          {parts === undefined ? error === null && <Waiting /> : <Lines text={parts[place]} />}
        </ChangedPart>
      ))}
    </>
  );
}

/** Returns the path relative to the folder of all skills. */
function shortPath(path: string): string {
  return path.replace(/^skills\//, "");
}

/** @param text - undefined if the diff was truncated */
function Lines({ text }: { readonly text: string | undefined }): ReactNode {
  if (text !== undefined && text !== "") return <DiffLines text={text} />;
  return (
    <p className={`${textStyles["faint"]} ${styles["help"]}`}>
      <FormattedMessage id={text === "" ? "review.emptyFile" : "review.tooLong"} />
    </p>
  );
}

interface SkillParts extends ReviewParts {
  readonly detail: SkillChange;
}

/** Location and actions of the change request. */
function SkillBar({ detail, onlooker }: SkillParts): ReactNode {
  const { formatMessage } = useIntl();
  const { address } = useReviewContext();
  const [isAsking, setIsAsking] = useState(false);
  const { change } = detail;
  const rights = rightsOf(change, onlooker);
  return (
    <PageBar
      trail={[{ label: formatMessage({ id: "review.skillChanges" }), address }]}
      title={change.title}
    >
      {rights.askForChanges && <RequestChangesButton detail={detail} />}
      {rights.accept && (
        <Button
          look="primary"
          isDisabled={unmetConditions(detail, onlooker).length > 0}
          aria-describedby="accept-waits"
          onPress={() => setIsAsking(true)}
        >
          <FormattedMessage id="review.accept" />
        </Button>
      )}
      {isAsking && (
        <MergeSkillsDialog detail={detail} onlooker={onlooker} onClose={() => setIsAsking(false)} />
      )}
    </PageBar>
  );
}

interface MergeSkillsDialogProps extends Pick<SkillParts, "detail" | "onlooker"> {
  readonly onClose: () => void;
}

/** Explains the effect of merging and asks for confirmation. */
function MergeSkillsDialog({ detail, onlooker, onClose }: MergeSkillsDialogProps): ReactNode {
  const { formatList } = useIntl();
  const { change, head, skills } = detail;
  const accept = useMergeSkillChange(change.number);
  const act = (): void => {
    if (accept.isPending) return;
    accept.mutate({ head, approve: includesApproval(detail, onlooker) }, { onSuccess: onClose });
  };
  const names = (isGoing: boolean): string =>
    formatList(
      skills.filter(({ kind }) => (kind === "removed") === isGoing).map(({ name }) => name),
    );
  const [next, gone] = [names(false), names(true)];
  return (
    <Dialog
      title={<FormattedMessage id="review.acceptTitle" values={{ title: change.title }} />}
      isOpen
      onClose={onClose}
    >
      <div className={form["form"]}>
        {next !== "" && (
          <p>
            <FormattedMessage id="review.nextVersions" values={{ names: next }} />
          </p>
        )}
        {gone !== "" && (
          <p>
            <FormattedMessage id="review.goneSkills" values={{ names: gone }} />
          </p>
        )}
        <Refusal error={accept.error} />
        <div className={`${form["foot"]} ${styles["formFoot"]}`}>
          <Button onPress={onClose}>
            <FormattedMessage id="review.cancel" />
          </Button>
          <Button look="primary" isWorking={accept.isPending} onPress={act}>
            <FormattedMessage id="review.accept" />
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
