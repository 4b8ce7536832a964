import { createContext } from "react";

/** A referenced entry. */
export interface Target {
  readonly type: string;
  readonly id: string;
}

/** Opens a referenced entry next to the form; undefined if there is no room for another pane. */
export const OpenBeside = createContext<((target: Target) => void) | undefined>(undefined);
