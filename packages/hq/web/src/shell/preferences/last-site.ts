const KEY = "loam.site";

/** Returns the id of the last visited site in this browser. */
export function lastSite(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function storeLastSite(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without browser storage, the first site is used.
  }
}
