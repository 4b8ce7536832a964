import { withoutControls } from "@loam/cms-core/browser";

/** Line breaks used by other applications: PowerPoint, mainframes, Unicode. */
const OTHER_BREAKS = /[\v\f\u0085\u2028\u2029]/g;
const BYTE_ORDER_MARK = /\uFEFF/g;

/** Removes characters that can't be stored from a multi-line text. */
export function cleanLines(text: string): string {
  return withoutHidden(text.toWellFormed().replaceAll(OTHER_BREAKS, "\n"));
}

/** Removes characters that can't be stored from a single-line text. */
export function cleanLine(text: string): string {
  return withoutHidden(text.toWellFormed().replaceAll(OTHER_BREAKS, " "));
}

function withoutHidden(text: string): string {
  return withoutControls(text.replaceAll(BYTE_ORDER_MARK, ""), "");
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
