/**
 * Returns the path of HQ's base URL, which HQ inserts into the page: empty, or `/cms`. Router paths don't include it.
 */
export function basePath(): string {
  const given = document.querySelector('meta[name="loam-base"]')?.getAttribute("content") ?? "";
  // The placeholder is not replaced during development.
  return given.startsWith("/") ? given : "";
}

/** Returns HQ's base URL. */
export function hqUrl(): string {
  return `${location.origin}${basePath()}`;
}
