/** Line breaks used by other applications: PowerPoint, mainframes, Unicode. */
const OTHER_BREAKS = /[\v\f\u0085\u2028\u2029]/g;
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\uFEFF]/g; // oxlint-disable-line no-control-regex

/** Removes characters that can't be stored from a multi-line text. */
export function cleanLines(text: string): string {
  return text.toWellFormed().replaceAll(OTHER_BREAKS, "\n").replaceAll(CONTROLS, "");
}

/** Removes characters that can't be stored from a single-line text. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replaceAll(OTHER_BREAKS, " ").replaceAll(CONTROLS, "");
}

/** Cleans text that is typed, pasted, or dropped into any input before it is inserted. */
export function cleanFields(page: Document): void {
  page.addEventListener("beforeinput", (event) => {
    const { target, data } = event;
    const isArea = target instanceof HTMLTextAreaElement;
    const isLine = target instanceof HTMLInputElement && target.type !== "password";
    if (data === null || event.isComposing || !(isArea || isLine)) return;
    const clean = isArea ? cleanLines(data) : cleanLine(data);
    if (clean === data) return;
    event.preventDefault();
    // The only way to insert text that keeps the undo history.
    page.execCommand("insertText", false, clean);
  });
}
