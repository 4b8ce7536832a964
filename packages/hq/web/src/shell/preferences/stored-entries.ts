/** A stored reference to an entry. */
export interface StoredEntry {
  readonly site: string;
  readonly type: string;
  readonly id: string;
}

/** Parses a stored list of entries, skipping invalid items. */
export function readEntries(remembered: unknown): readonly StoredEntry[] {
  return Array.isArray(remembered) ? remembered.filter(isKept) : [];
}

/** Returns the list without an entry. */
export function without(
  entries: readonly StoredEntry[],
  { site, id }: Pick<StoredEntry, "site" | "id">,
): readonly StoredEntry[] {
  return entries.filter((entry) => entry.id !== id || entry.site !== site);
}

function isKept(value: unknown): value is StoredEntry {
  if (typeof value !== "object" || value === null) return false;
  return ["site", "type", "id"].every((name) => name in value);
}
