const givers = new Set<() => void>();

/**
 * An editor that gives what is typed a pause after the last key gives it before a draft becomes another version,
 * too: otherwise that version would be shown over keys that the draft knows nothing of.
 *
 * @returns how to end this
 */
export function whenKeysAreWanted(give: () => void): () => void {
  givers.add(give);
  return () => givers.delete(give);
}

/** Has each editor give what was typed, now. */
export function givePendingKeys(): void {
  for (const give of givers) give();
}
