const givers = new Set<() => void>();

/**
 * Registers a debounced editor so it can be flushed before the draft is replaced. Otherwise the new version would
 * overwrite unsaved keystrokes.
 *
 * @returns a function that unregisters it
 */
export function registerPendingInput(give: () => void): () => void {
  givers.add(give);
  return () => givers.delete(give);
}

/** Flushes the pending input of all debounced editors. */
export function flushPendingInput(): void {
  for (const give of givers) give();
}
