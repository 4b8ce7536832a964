/** What is looked for in a text. */
export interface Sought {
  readonly text: string;
  readonly replacement: string;
  readonly matchCase: boolean;
  /** Whether it has to be a word of its own. */
  readonly byWord: boolean;
}

export const NOTHING_SOUGHT: Sought = {
  text: "",
  replacement: "",
  matchCase: false,
  byWord: false,
};

/** How often it is there. */
export interface Found {
  readonly count: number;
  /** Which of them is selected, from 1; 0 for none. */
  readonly at: number;
}

export const NOTHING_FOUND: Found = { count: 0, at: 0 };

/** Finds and replaces in an editor of text; each step shows what it selects. */
export interface Finder {
  /** What is selected, to begin with. */
  readonly selected: () => string;
  /** Marks what is sought, and selects the first at or behind the cursor; without it nothing is marked any more. */
  readonly seek: (sought?: Sought) => Found;
  /** As things stand after the text was changed. */
  readonly found: () => Found;
  readonly next: () => Found;
  readonly previous: () => Found;
  /** Replaces the selected one and goes to the next. */
  readonly replace: () => Found;
  /** Replaces all, which one undo takes back. */
  readonly replaceAll: () => Found;
}
