/**
 * Child process that converts Markdown to HTML (see `html-process.ts`), one text at a time. It is killed if a text
 * takes too long.
 */
import { renderHtml } from "./render-html.ts";

process.on("message", (markdown) => {
  if (typeof markdown === "string") process.send?.({ html: rendered(markdown) });
});
process.once("disconnect", () => process.exit());
process.send?.({});

/** Undefined if the text is nested deeper than the call stack allows. */
function rendered(markdown: string): string | undefined {
  try {
    return renderHtml(markdown);
  } catch {
    return undefined;
  }
}
