import { type ReactNode, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { SkillChange } from "../../api/changes/skill-change.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { TalkProvider } from "../comments/discussion-context.ts";
import { Discussion } from "../comments/discussion.tsx";
import { placeKey } from "../comments/threads.ts";
import { type ChangeViewer, rightsOf } from "../merge-rules.ts";
import { ChangeHead } from "../request/change-head.tsx";
import { ConflictNote } from "../request/conflict-note.tsx";
import { ContentsList } from "../request/contents-list.tsx";
import { useMarkAsSeen, useDiscussion } from "../request/use-review.ts";
import { ForDevelopers } from "../side/for-developers.tsx";
import { ReviewersSection } from "../side/reviewers-section.tsx";
import { StateSection } from "../side/state-section.tsx";
import { FileChanges, shortPath } from "./file-changes.tsx";
import { SkillBar } from "./skill-bar.tsx";
import styles from "../request/request.module.css";
import side from "../side/side.module.css";

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
export function SkillChangeScreen(props: SkillChangeScreenProps): ReactNode {
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
