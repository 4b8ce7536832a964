import { finishRichText, HTML_POLICY, prepareRichText } from "@loam/cms-core/render";
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { markdownToHast } from "satteri";

/**
 * Converts the Markdown of a rich text field to HTML without anything executable. Can take minutes; see
 * `html-process.ts`.
 */
export function renderHtml(markdown: string): string {
  const tree = markdownToHast(prepareRichText(markdown), {
    features: { frontmatter: false, rawHtml: true, gfm: true },
    position: false,
  });
  finishRichText(tree);
  return toHtml(sanitize(tree, HTML_POLICY)).trim();
}
