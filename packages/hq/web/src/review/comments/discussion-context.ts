import { createContext, useContext } from "react";
import type { Nameable } from "../../ui/people/mentions.ts";
import type { Names } from "../stage/person-name.tsx";
import type { Thread } from "./threads.ts";

/** The comments of the displayed change request, and the user's permissions to comment. */
export interface DiscussionState {
  /** Number of the change request. */
  readonly change: number;
  readonly threads: readonly Thread[];
  readonly names: Names;
  /** People who can be mentioned. */
  readonly people: readonly Nameable[];
  /** Id of the current user. */
  readonly me: string;
  readonly maySpeak: boolean;
  /** Whether the user can delete comments of others. */
  readonly mayTidy: boolean;
}

const TalkContext = createContext<DiscussionState | undefined>(undefined);

export const TalkProvider = TalkContext.Provider;

export function useTalk(): DiscussionState {
  const talk = useContext(TalkContext);
  if (talk === undefined) throw new Error("this part of the editor belongs to a proposal");
  return talk;
}
