/** Says of which sites a time was set that no commit tells of, as a release's. */
export interface DueTimes {
  changed(siteId: string): void;
  onChanged(listener: (siteId: string) => void): () => void;
}

export function createDueTimes(): DueTimes {
  const listeners = new Set<(siteId: string) => void>();
  return {
    changed(siteId) {
      for (const listener of listeners) listener(siteId);
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
