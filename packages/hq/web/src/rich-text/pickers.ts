import type { ComponentType } from "react";

/** What the form lends to the editor of a text: the choices that its other fields have, too. */
export interface Pickers {
  readonly mediaChoice: ComponentType<{ readonly onChoose: (id: string) => void }>;
  readonly entryChoice: ComponentType<{
    readonly onChoose: (id: string, title: string) => void;
  }>;
}
