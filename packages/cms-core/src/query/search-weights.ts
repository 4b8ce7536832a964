/** What finding a word is worth (contracts, section 4: the first text field weighs most). */
export const WEIGHTS = { rest: 1, slug: 3, first: 5 } as const;
