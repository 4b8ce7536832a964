/** Scrolls to the control of a field and focuses it. If a pane covers the form, uses the pane's field. */
export function jumpTo(path: string): void {
  const places = document.querySelectorAll(`[data-path="${CSS.escape(path)}"]`);
  const place = [...places].at(-1);
  // Expands collapsed rows, like the browser's find-in-page.
  place?.closest("[hidden]")?.dispatchEvent(new Event("beforematch"));
  place?.scrollIntoView({ block: "center" });
  const control = place?.matches("input, textarea, button")
    ? place
    : place?.querySelector("input, textarea, button, [tabindex]");
  if (control instanceof HTMLElement) requestAnimationFrame(() => control.focus());
}
