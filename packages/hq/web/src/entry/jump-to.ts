/** Brings the control of a field into view and gives it the focus: of two forms, in the one that lies over the other. */
export function jumpTo(path: string): void {
  const places = document.querySelectorAll(`[data-path="${CSS.escape(path)}"]`);
  const place = [...places].at(-1);
  // A row that is folded opens for it, as for a word that the browser finds.
  place?.closest("[hidden]")?.dispatchEvent(new Event("beforematch"));
  place?.scrollIntoView({ block: "center" });
  const control = place?.matches("input, textarea, button")
    ? place
    : place?.querySelector("input, textarea, button, [tabindex]");
  if (control instanceof HTMLElement) requestAnimationFrame(() => control.focus());
}
