/** A link of the site's own kind inside rich text: `media:<id>` or `entry:<id>`. */
export interface RichTextLink {
  readonly kind: "media" | "entry";
  readonly id: string;
  /** `#part` behind it, or empty. */
  readonly fragment: string;
  /** Where the link's text (`media:m…#part`) begins and ends, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * A link only counts where Markdown or HTML takes an address: after `](`, in a `[name]: …` definition,
 * in an attribute, or between angle brackets.
 */
const LINK =
  /(?<=\]\([ \t\n]*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?|\b(?:src|href|poster)[ \t]*=[ \t]*["']?|<)(media:m|entry:e)([a-z2-7]{19})(?![a-z0-9])(#[^\s()<>"'\\]*)?/gm;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Every link to a media record or an entry, in order; what stands in a fenced code block is no link. */
export function findRichTextLinks(markdown: string): readonly RichTextLink[] {
  // Almost every text has none. An exact search costs a hundredth of the expression, and one that
  // begins with a rare character a tenth of that.
  if (!markdown.includes(":m") && !markdown.includes(":e")) return [];
  if (!markdown.includes("media:m") && !markdown.includes("entry:e")) return [];
  const code = fencedRanges(markdown);
  let next = 0;
  return [...markdown.matchAll(LINK)].flatMap((match) => {
    // Both are in order.
    while ((code[next]?.[1] ?? Infinity) <= match.index) next += 1;
    return match.index >= (code[next]?.[0] ?? Infinity) ? [] : [linkOf(match)];
  });
}

function linkOf(match: RegExpExecArray): RichTextLink {
  const [text, scheme = "", rest = "", fragment = ""] = match;
  return {
    kind: scheme.startsWith("media") ? "media" : "entry",
    id: `${scheme.slice(-1)}${rest}`,
    fragment,
    start: match.index,
    end: match.index + text.length,
  };
}

/** From the opening fence to the closing one, or to the end of the text. */
function fencedRanges(markdown: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let open: { fence: string; start: number } | undefined;
  let offset = 0;
  for (const line of markdown.split("\n")) {
    const fence = FENCE.exec(line)?.[1];
    if (open === undefined && fence !== undefined) {
      open = { fence, start: offset };
    } else if (open !== undefined && fence?.startsWith(open.fence) === true) {
      ranges.push([open.start, offset + line.length]);
      open = undefined;
    }
    offset += line.length + 1;
  }
  if (open !== undefined) ranges.push([open.start, markdown.length]);
  return ranges;
}
