/** A URL or path in a tag or shortcode, with its position in the text of the tag. */
export interface FoundUrl {
  readonly start: number;
  readonly target: string;
  /** Whether the attribute name identifies a URL. Values of other attributes are guesses. */
  readonly named: boolean;
}

/** Attributes with a single URL: those of HTML, and those of themes that load images lazily. */
const URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  "src",
  "href",
  "poster",
  "cite",
  "action",
  "background",
  "longdesc",
  "xlink:href",
  "data-src",
  "data-href",
  "data-original",
  "data-lazy",
  "data-lazy-src",
  "data-bg",
  "data-background",
  "data-full",
  "data-large",
]);

const URL_LIST_ATTRIBUTES: ReadonlySet<string> = new Set([
  "srcset",
  "imagesrcset",
  "data-srcset",
  "data-lazy-srcset",
]);

/** An expression of a generator, which can contain quotation marks. */
const EXPRESSION = String.raw`\{\{[^{}]*\}\}|\{%[^{}]*%\}`;

/** Returns the pattern of a quoted value. */
function quotedPattern(mark: string): string {
  return `(?:${EXPRESSION}|[^${mark}{]|\\{(?![{%]))*`;
}

/** Matches a name and its value: quoted, a string in JSX braces, or bare. */
const ATTRIBUTE = new RegExp(
  String.raw`(?<![\w:@.-])([\w:@.-]+)\s*=\s*(?:"(${quotedPattern('"')})"|'(${quotedPattern("'")})'|` +
    String.raw`\{\s*(?:"([^"]*)"|'([^']*)'|\x60([^\x60$]*)\x60)\s*\}|` +
    String.raw`((?:${EXPRESSION}|[^\s"'<>{}\x60])+))`,
  "g",
);

/** Matches a complete tag. */
export const TAG: RegExp = new RegExp(
  String.raw`<[A-Za-z][\w.:-]*(?:[\s/](?:"${quotedPattern('"')}"|'${quotedPattern("'")}'|` +
    String.raw`${EXPRESSION}|\{[^{}]*\}|[^<>"'{])*)?>`,
  "y",
);

/** Finds the URLs in an HTML tag or MDX component. */
export function findTagUrls(tag: string): FoundUrl[] {
  const name = /^<([\w.:-]+)/.exec(tag)?.[1] ?? "";
  // A component, or an HTML element that the site's code defines.
  const isComponent = /^[A-Z]|-/.test(name);
  return [...tag.matchAll(ATTRIBUTE)].flatMap((match): FoundUrl[] => {
    const found = valueOf(match);
    const attribute = (match[1] ?? "").toLowerCase();
    const isUrl =
      URL_ATTRIBUTES.has(attribute) || (attribute === "data" && name.toLowerCase() === "object");
    if (isUrl) return [{ ...found, named: true }];
    if (URL_LIST_ATTRIBUTES.has(attribute)) return parseSrcset(found);
    if (attribute === "style") return findStyleUrls(found);
    const isCustom = isComponent || attribute.startsWith("data-");
    return isCustom && !TEXT_ATTRIBUTES.test(attribute) ? findPossibleUrls(found) : [];
  });
}

/** Attributes whose value is shown as text, even if it looks like a file name. */
const TEXT_ATTRIBUTES =
  /^(?:alt|caption|class|classname|file-?name|id|label|lang|language|name|text|title)$/;

type Value = Pick<FoundUrl, "start" | "target">;

/** Returns the value of an attribute in any notation. */
function valueOf(match: RegExpExecArray): Value {
  const [all, , ...forms] = match;
  const target = forms.find((form) => form !== undefined) ?? "";
  return { start: match.index + all.lastIndexOf(target), target };
}

/**
 * Parses `a.png 1x, b.png 2x` like browsers: a URL can contain commas but not end with one. `a.png,b.png` is a common
 * mistake for two URLs, recognized by their extensions.
 */
function parseSrcset({ start, target }: Value): FoundUrl[] {
  const found: FoundUrl[] = [];
  const token = /[^\s,]\S*/g;
  for (let match = token.exec(target); match !== null; match = token.exec(target)) {
    const address = withoutFinalCommas(match[0]);
    // A URL that ends with a comma has no descriptor.
    if (address === match[0]) token.lastIndex = indexOrEnd(target, ",", token.lastIndex);
    if (address.startsWith("data:")) continue;
    const at = start + match.index;
    const parts = [...address.matchAll(/[^,]+/g)].map((part) => {
      return { start: at + part.index, target: part[0], named: true };
    });
    const areUrls = parts.every((part) => PICTURE_NAME.test(part.target));
    found.push(...(areUrls ? parts : [{ start: at, target: address, named: true }]));
  }
  return found;
}

function withoutFinalCommas(text: string): string {
  let end = text.length;
  while (text[end - 1] === ",") end -= 1;
  return text.slice(0, end);
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at;
}

const PICTURE_NAME = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#][^?#]*)?$/i;

const CSS_URL = /url\(\s*(?:(["']|&quot;)([^"')&]+)\1|([^\s"'()&]+))\s*\)/gi;

/** Finds the URLs in the value of a `style` attribute, or in a style sheet. */
export function findStyleUrls({ start, target }: Value): FoundUrl[] {
  return [...target.matchAll(CSS_URL)].flatMap((match): FoundUrl[] => {
    const address = match[2] ?? match[3] ?? "";
    if (address.startsWith("data:")) return [];
    const at = match[0].indexOf(address, "url(".length);
    return [{ start: start + match.index + at, target: address, named: true }];
  });
}

/** Liquid control tags, which contain no URL. */
const CONTROL =
  /^(?:end\w+|if|elsif|else|unless|for|case|when|assign|capture|comment|cycle|increment|decrement|tablerow|liquid|break|continue|set|macro|block|extends|import|from|layout)$/;

/** Shortcodes whose first argument is the name of a template. */
const INCLUDES = /^(?:include|include_cached|render|partial)$/;

/** Shortcodes that produce a URL. Another URL cannot be inserted in their place. */
const URL_SHORTCODES = /^(?:ref|relref|link|post_url|include_relative)$/;

const PARAMETER =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`,]+))|"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"',=`]+)/g;

export type Shortcode =
  | { readonly kind: "parameters"; readonly addresses: readonly FoundUrl[] }
  /** The whole shortcode is a URL. */
  | { readonly kind: "address" };

/** Finds the URLs in a shortcode of Hugo or Zola, such as `{{< figure src=a.png >}}`, or in a Liquid tag. */
export function readShortcode(code: string): Shortcode {
  const [, opening = "", name = ""] = /^(\{\{[<%]|\{%-?)\s*([\w/.-]*)/.exec(code) ?? [];
  if (URL_SHORTCODES.test(name)) return { kind: "address" };
  if (CONTROL.test(name) || name.startsWith("/")) return { kind: "parameters", addresses: [] };
  const from = code.indexOf(name, opening.length) + name.length;
  const body = code.slice(from).replace(/\s*\/?-?[%>]\}\}?$/, "");
  const addresses = [...body.matchAll(PARAMETER)].flatMap((match, index): FoundUrl[] => {
    const [all, key, ...forms] = match;
    if (key === undefined && index === 0 && INCLUDES.test(name)) return [];
    const target = forms.find((form) => form !== undefined) ?? "";
    const start = from + match.index + all.lastIndexOf(target);
    const attribute = (key ?? "").toLowerCase();
    if (URL_LIST_ATTRIBUTES.has(attribute)) return parseSrcset({ start, target });
    if (URL_ATTRIBUTES.has(attribute) && !target.includes(","))
      return [{ start, target, named: true }];
    return TEXT_ATTRIBUTES.test(attribute) ? [] : findPossibleUrls({ start, target });
  });
  return { kind: "parameters", addresses };
}

/** Returns possible URLs in a value whose name doesn't identify one: it looks like a path or a list of paths. */
function findPossibleUrls({ start, target }: Value): FoundUrl[] {
  if (target.length > 4000 || /[\n{]/.test(target)) return [];
  const parts = target.includes(",") ? [...target.matchAll(/[^,\s][^,]*/g)] : undefined;
  if (parts === undefined) return isLikePath(target) ? [{ start, target, named: false }] : [];
  const listed = parts.map((part) => {
    return { start: start + part.index, target: part[0].trimEnd(), named: false };
  });
  return listed.every((one) => isLikePath(one.target)) ? listed : [];
}

function isLikePath(text: string): boolean {
  return /^(?:\.{0,2}\/|https?:\/\/)\S*$|^[^<>"]*\.[a-z]\w{1,4}(?:[?#]\S*)?$/i.test(text);
}
