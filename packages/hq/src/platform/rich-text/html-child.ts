/**
 * The program of the process that turns Markdown into HTML (see `html-process.ts`), one text after the other. When a
 * text takes too long, the process is killed.
 */
import { renderHtml } from "./render-html.ts";

process.on("message", (markdown) => {
  if (typeof markdown === "string") process.send?.({ html: rendered(markdown) });
});
process.once("disconnect", () => process.exit());
process.send?.({});

/** Absent where the text is nested deeper than calls may be. */
function rendered(markdown: string): string | undefined {
  try {
    return renderHtml(markdown);
  } catch {
    return undefined;
  }
}
