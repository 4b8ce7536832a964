/** Line breaks of other programs: PowerPoint, mainframes, Unicode. */
const OTHER_BREAKS = /[\v\f\u0085\u2028\u2029]/g;
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\uFEFF]/g; // oxlint-disable-line no-control-regex

/** A text of several lines without what no text can be stored with. */
export function cleanLines(text: string): string {
  return text.toWellFormed().replaceAll(OTHER_BREAKS, "\n").replaceAll(CONTROLS, "");
}

/** A text of one line without what no text can be stored with. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replaceAll(OTHER_BREAKS, " ").replaceAll(CONTROLS, "");
}

/** Cleans what is typed, pasted or dropped into any field, before it gets there. */
export function cleanFields(page: Document): void {
  page.addEventListener("beforeinput", (event) => {
    const { target, data } = event;
    const isArea = target instanceof HTMLTextAreaElement;
    const isLine = target instanceof HTMLInputElement && target.type !== "password";
    if (data === null || event.isComposing || !(isArea || isLine)) return;
    const clean = isArea ? cleanLines(data) : cleanLine(data);
    if (clean === data) return;
    event.preventDefault();
    // The one way that leaves what was there to undo.
    page.execCommand("insertText", false, clean);
  });
}
