/**
 * Returns the path of HQ's base URL, which HQ inserts into the page: empty, or `/cms`. Router paths don't include it.
 */
export function basePath(): string {
  const given = document.querySelector('meta[name="loam-base"]')?.getAttribute("content") ?? "";
  // The placeholder is not replaced during development.
  return given.startsWith("/") ? given : "";
}

/** URL path of the documentation, below the base path. It isn't a screen of the dashboard. */
export const DOCUMENTATION = "/docs/";

/** Whether HQ serves its documentation. */
export function hasDocumentation(): boolean {
  return document.querySelector('meta[name="loam-docs"]')?.getAttribute("content") === "yes";
}

/** Returns HQ's base URL. */
export function hqUrl(): string {
  return `${location.origin}${basePath()}`;
}
