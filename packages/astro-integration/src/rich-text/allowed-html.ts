import { safeImage, safeLink } from "./safe-url.ts";

/** A check that answers with the value to print, or nothing to leave the attribute out. */
type AttributeRule = (value: string) => string | undefined;

const text: AttributeRule = (value) => value;
const number: AttributeRule = (value) => (/^\d{1,6}$/.test(value) ? value : undefined);
const flag: AttributeRule = () => "";
const oneOf =
  (...values: readonly string[]): AttributeRule =>
  (value) =>
    values.includes(value.toLowerCase()) ? value.toLowerCase() : undefined;

/** Classes that Markdown itself makes; an author's own are dropped, a site's styles are its own. */
const className: AttributeRule = (value) => {
  const kept = value
    .split(/\s+/)
    .filter((name) =>
      /^(language-[\w+#.-]{1,40}|contains-task-list|task-list-item|footnotes|sr-only|data-footnote-backref)$/.test(
        name,
      ),
    );
  return kept.length === 0 ? undefined : kept.join(" ");
};

type Rules = Readonly<Record<string, AttributeRule>>;

/** Attributes of every element, by HTML name. */
export const COMMON: Rules = {
  title: text,
  lang: text,
  dir: oneOf("ltr", "rtl", "auto"),
  class: className,
  "aria-label": text,
  "aria-describedby": oneOf("footnote-label"),
  "data-footnotes": flag,
  "data-footnote-ref": flag,
  "data-footnote-backref": flag,
};

const cell: Rules = {
  align: oneOf("left", "right", "center"),
  colspan: number,
  rowspan: number,
  scope: oneOf("row", "col", "rowgroup", "colgroup"),
};
const none: Rules = {};

/** Elements that stay, with the attributes they may have besides the common ones. */
export const ELEMENTS: Readonly<Record<string, Rules>> = {
  a: { href: safeLink },
  abbr: none,
  b: none,
  blockquote: { cite: safeLink },
  br: none,
  caption: none,
  cite: none,
  code: none,
  col: { span: number },
  colgroup: { span: number },
  dd: none,
  del: { cite: safeLink, datetime: text },
  details: { open: flag },
  dfn: none,
  div: none,
  dl: none,
  dt: none,
  em: none,
  figcaption: none,
  figure: none,
  h1: none,
  h2: none,
  h3: none,
  h4: none,
  h5: none,
  h6: none,
  hr: none,
  i: none,
  img: { src: safeImage, alt: text, width: number, height: number },
  input: { type: oneOf("checkbox"), checked: flag, disabled: flag },
  ins: { cite: safeLink, datetime: text },
  kbd: none,
  li: { value: number },
  mark: none,
  ol: { start: number, reversed: flag, type: oneOf("1", "a", "i") },
  p: none,
  pre: none,
  q: { cite: safeLink },
  rp: none,
  rt: none,
  ruby: none,
  s: none,
  samp: none,
  section: none,
  small: none,
  span: none,
  strong: none,
  sub: none,
  summary: none,
  sup: none,
  table: none,
  tbody: none,
  td: cell,
  tfoot: none,
  th: cell,
  thead: none,
  time: { datetime: text },
  tr: none,
  u: none,
  ul: none,
  var: none,
  wbr: none,
};

/** Elements whose content is not text for readers; it goes with them. Others leave their content. */
export const DROPPED: ReadonlySet<string> = new Set([
  "applet",
  "audio",
  "base",
  "canvas",
  "embed",
  "frame",
  "frameset",
  "head",
  "iframe",
  "link",
  "math",
  "meta",
  "noembed",
  "noframes",
  "noscript",
  "object",
  "option",
  "param",
  "plaintext",
  "script",
  "select",
  "style",
  "svg",
  "template",
  "textarea",
  "title",
  "video",
  "xmp",
]);
