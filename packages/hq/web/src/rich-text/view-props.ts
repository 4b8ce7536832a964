import type { Ref } from "react";
import type { Finder } from "./find/finder.ts";

/** What both views of a Markdown field get. */
export interface ViewProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Of the field. */
  readonly label: string;
  /** Where the field stands, as problems name it. */
  readonly path: string;
  /** Of the elements that describe it. */
  readonly ids: string;
  readonly handle: Ref<ViewHandle>;
  /** Somebody wants to find something. */
  readonly onFind: () => void;
}

export interface ViewHandle {
  readonly focus: () => void;
  /** Undefined while the view is not there yet. */
  readonly finder: () => Finder | undefined;
}
