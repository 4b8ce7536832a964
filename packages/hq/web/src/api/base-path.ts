/** The path of HQ's base address, as HQ puts it into the page: empty, or `/cms`. Addresses of screens do not have it. */
export function basePath(): string {
  const given = document.querySelector('meta[name="loam-base"]')?.getAttribute("content") ?? "";
  // While the editor is developed nobody puts anything there.
  return given.startsWith("/") ? given : "";
}

/** URL path of the documentation, below the base path. It isn't a screen of the dashboard. */
export const DOCUMENTATION = "/docs/";

/** Whether HQ serves its documentation. */
export function hasDocumentation(): boolean {
  return document.querySelector('meta[name="loam-docs"]')?.getAttribute("content") === "yes";
}

/** HQ's base address. */
export function hqUrl(): string {
  return `${location.origin}${basePath()}`;
}
