import { createContext, useContext } from "react";
import type { Nameable } from "../../ui/people/mentions.ts";
import type { Names } from "../person-name.tsx";
import type { Thread } from "./threads.ts";

/** What is said of the proposal on the screen, and what the person may say. */
export interface Talk {
  /** Number of the proposal. */
  readonly change: number;
  readonly threads: readonly Thread[];
  readonly names: Names;
  /** Who can be named. */
  readonly people: readonly Nameable[];
  /** User id of the person. */
  readonly me: string;
  readonly maySpeak: boolean;
  /** Whether the person may take away what others said. */
  readonly mayTidy: boolean;
}

const TalkContext = createContext<Talk | undefined>(undefined);

export const TalkProvider = TalkContext.Provider;

export function useTalk(): Talk {
  const talk = useContext(TalkContext);
  if (talk === undefined) throw new Error("this part of the editor belongs to a proposal");
  return talk;
}
