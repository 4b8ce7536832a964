import { useEffect, useMemo } from "react";
import { type ChangeDetail, useMarkSeen } from "../../api/changes/change.ts";
import { useComments } from "../../api/changes/comments.ts";
import { useReviewPeople } from "../../api/changes/review-context.ts";
import type { DiscussionState } from "../comments/discussion-context.ts";
import { threadsOf } from "../comments/threads.ts";
import { type ChangeViewer, rightsOf, canModerate } from "../stage/merge-rules.ts";
import { namesOf } from "../stage/person-name.tsx";

/** Marks everything displayed as seen. */
export function useMarkAsSeen({ change, asOf }: ChangeDetail): void {
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

/** Returns the comments of a change request, and the user's permissions to comment. */
export function useDiscussion(
  { change, people: named }: ChangeDetail,
  onlooker: ChangeViewer,
): DiscussionState {
  const { data: comments } = useComments(change.number);
  const { data: people } = useReviewPeople();
  const { userId } = onlooker;
  const { propose } = rightsOf(change, onlooker);
  const mayTidy = canModerate(onlooker);
  return useMemo(() => {
    const nameable = (people ?? []).map((one) => ({ id: one.userId, name: one.name }));
    return {
      change: change.number,
      threads: threadsOf(comments?.contents ?? []),
      names: namesOf(nameable, named, comments?.people),
      people: nameable,
      me: userId,
      maySpeak: propose,
      mayTidy,
    };
  }, [change, named, comments, people, userId, propose, mayTidy]);
}
