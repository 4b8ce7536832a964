import type { ComponentType } from "react";

/** Pickers that the form provides to the text editor. */
export interface Pickers {
  readonly mediaChoice: ComponentType<{ readonly onChoose: (id: string) => void }>;
  readonly entryChoice: ComponentType<{
    readonly onChoose: (id: string, title: string) => void;
  }>;
}
