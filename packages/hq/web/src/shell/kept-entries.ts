/** An entry that is remembered in this browser. */
export interface KeptEntry {
  readonly site: string;
  readonly type: string;
  readonly id: string;
}

/** What is kept under a name; nothing where a browser keeps nothing. */
export function readKeptEntries(key: string): readonly KeptEntry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keepEntries(key: string, entries: readonly KeptEntry[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(entries));
  } catch {
    // A browser that keeps nothing remembers nothing.
  }
}

/** The others, without one of them. */
export function without(
  entries: readonly KeptEntry[],
  { site, id }: Pick<KeptEntry, "site" | "id">,
): readonly KeptEntry[] {
  return entries.filter((entry) => entry.id !== id || entry.site !== site);
}

function isKept(value: unknown): value is KeptEntry {
  if (typeof value !== "object" || value === null) return false;
  return ["site", "type", "id"].every((name) => name in value);
}
