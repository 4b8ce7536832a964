const givers = new Set<() => void>();

/**
 * Registers a debounced editor so it can be flushed before the draft is replaced. Otherwise the new version would
 * overwrite unsaved keystrokes.
 *
 * @returns a function that unregisters it
 */
export function whenKeysAreWanted(give: () => void): () => void {
  givers.add(give);
  return () => givers.delete(give);
}

/** Flushes the pending input of all debounced editors. */
export function givePendingKeys(): void {
  for (const give of givers) give();
}
