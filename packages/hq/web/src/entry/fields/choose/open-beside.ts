import { createContext } from "react";

/** An entry that is referred to. */
export interface Target {
  readonly type: string;
  readonly id: string;
}

/** Opens an entry beside the form in which it is referred to; absent where there is no more room. */
export const OpenBeside = createContext<((target: Target) => void) | undefined>(undefined);
