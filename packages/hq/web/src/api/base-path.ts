/** The path of HQ's base address, as HQ puts it into the page: empty, or `/cms`. Addresses of screens do not have it. */
export function basePath(): string {
  const given = document.querySelector('meta[name="loam-base"]')?.getAttribute("content") ?? "";
  // While the editor is developed nobody puts anything there.
  return given.startsWith("/") ? given : "";
}

/** HQ's base address. */
export function hqUrl(): string {
  return `${location.origin}${basePath()}`;
}
