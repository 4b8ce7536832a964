const editors = new Set<() => void>();

/**
 * Registers a debounced editor so it can be flushed before the draft is replaced. Otherwise the new version would
 * overwrite unsaved keystrokes.
 *
 * @returns a function that unregisters it
 */
export function registerPendingInput(flush: () => void): () => void {
  editors.add(flush);
  return () => editors.delete(flush);
}

/** Flushes the pending input of all debounced editors. */
export function flushPendingInput(): void {
  for (const flush of editors) flush();
}
