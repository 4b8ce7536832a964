import type { Ref } from "react";
import type { Finder } from "./finder.ts";

/** Props of both views of a Markdown field. */
export interface ViewProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Label of the field. */
  readonly label: string;
  /** Path of the field, as used by problems. */
  readonly path: string;
  /** Ids of the elements that describe it. */
  readonly ids: string;
  readonly handle: Ref<ViewHandle>;
  /** Called when the user starts a search. */
  readonly onFind: () => void;
}

export interface ViewHandle {
  readonly focus: () => void;
  /** Undefined until the view is created. */
  readonly finder: () => Finder | undefined;
}
