const KEY = "loam.site";

/** Id of the site that this browser showed last. */
export function lastSite(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepLastSite(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // A browser that keeps nothing begins with the first site.
  }
}
