/** A search query. */
export interface Sought {
  readonly text: string;
  readonly replacement: string;
  readonly matchCase: boolean;
  /** Whether to match whole words only. */
  readonly byWord: boolean;
}

export const NOTHING_SOUGHT: Sought = {
  text: "",
  replacement: "",
  matchCase: false,
  byWord: false,
};

/** The number of matches. */
export interface Found {
  readonly count: number;
  /** Number of the selected match, starting at 1; 0 for none. */
  readonly at: number;
}

export const NOTHING_FOUND: Found = { count: 0, at: 0 };

/** Find and replace in a text editor. Each step scrolls to the selected match. */
export interface Finder {
  /** Returns the selected text as the initial query. */
  readonly selected: () => string;
  /**
   * Highlights all matches, and selects the first one at or after the cursor. Without a query, clears the highlights.
   */
  readonly seek: (sought?: Sought) => Found;
  /** Returns the current matches after the text changed. */
  readonly found: () => Found;
  readonly next: () => Found;
  readonly previous: () => Found;
  /** Replaces the selected match and selects the next one. */
  readonly replace: () => Found;
  /** Replaces all matches in a single undo step. */
  readonly replaceAll: () => Found;
}
