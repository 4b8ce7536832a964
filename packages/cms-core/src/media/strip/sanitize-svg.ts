import sax, { type QualifiedTag, type Tag } from "sax";
import { unreadableImage } from "./strip-image.ts";

/**
 * Elements that draw. Excluded: `script`, `foreignObject` (HTML), `a` (an image isn't a page), `iframe` and the like,
 * `feImage` (loads), `discard`, `handler`, and proprietary elements of drawing applications.
 */
const SVG_ELEMENTS: ReadonlySet<string> = names(`
  svg g defs symbol use title desc switch view style
  path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform mpath set
`);

/** Elements that animate attributes of others. */
const SVG_ANIMATIONS: ReadonlySet<string> = names("animate animateTransform set");

/** Elements whose reference to another part of the drawing is followed. */
const SVG_REFERRERS: ReadonlySet<string> = names(
  "use textPath mpath linearGradient radialGradient pattern filter",
);

/** Attributes that an animation can change: no references or styles. */
const SVG_ANIMATED: ReadonlySet<string> = names(`
  cx cy r rx ry x y x1 y1 x2 y2 dx dy d points width height offset pathLength viewBox
  fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-opacity stroke-width
  opacity color display visibility transform gradientTransform patternTransform rotate startOffset
  stop-color stop-opacity flood-color flood-opacity stdDeviation baseFrequency scale k1 k2 k3 k4
  font-size letter-spacing word-spacing textLength
`);

const SVG_ATTRIBUTES: ReadonlySet<string> = names(`
  ${[...SVG_ANIMATED].join(" ")}
  id class lang role version preserveAspectRatio style href
  aria-describedby aria-hidden aria-label aria-labelledby focusable
  accumulate additive attributeName attributeType azimuth bias begin by calcMode clipPathUnits
  diffuseConstant divisor dur edgeMode elevation end exponent filterUnits from fx fy fr
  gradientUnits in in2 intercept kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
  lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits max
  method min mode numOctaves operator order orient origin path patternContentUnits patternUnits
  pointsAtX pointsAtY pointsAtZ preserveAlpha primitiveUnits radius refX refY repeatCount repeatDur
  restart result seed side slope spacing specularConstant specularExponent spreadMethod
  stitchTiles surfaceScale systemLanguage tableValues targetX targetY to type values
  xChannelSelector yChannelSelector z zoomAndPan
  alignment-baseline baseline-shift clip clip-path clip-rule color-interpolation
  color-interpolation-filters color-rendering direction dominant-baseline enable-background filter
  font-family font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode overflow
  paint-order pointer-events shape-rendering stroke-linecap stroke-linejoin stroke-miterlimit
  text-anchor text-decoration text-orientation text-rendering transform-origin unicode-bidi
  vector-effect white-space writing-mode
`);

const SVG = "http://www.w3.org/2000/svg";

const XLINK = "http://www.w3.org/1999/xlink";

const XML = "http://www.w3.org/XML/1998/namespace";

/** XML's own entities, none of HTML's. */
const STRICT = { xmlns: true, strictEntities: true };

const MAX_ELEMENTS = 20_000;

const MAX_DEPTH = 64;

/** The only allowed content of `url(…)`: a part of the same drawing. */
const LOCAL_URL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;

/** Embedded images; an SVG in one would need the same sanitizing again. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|webp|gif);base64,[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;

/** Constructs that load or run something, or hide that: escapes, at-rules, URLs, functions of old browsers. */
const UNSAFE =
  /url\s*\(|@|\\|\bimage(?:-set)?\s*\(|expression|javascript|vbscript|behavio|-moz-binding|\/\*|</i;

export interface SanitizedSvg {
  readonly bytes: Uint8Array;
  /** CSS pixels, if the drawing defines them. */
  readonly width?: number;
  readonly height?: number;
}

/** Maximum number of elements that a browser draws, counting each `use` as the content it repeats. */
const MAX_DRAWN = 100_000;

/**
 * Sanitizes an SVG so that it only draws: removes everything not on the allow-list and serializes the rest again, so
 * that all parsers read it the same way. Idempotent.
 *
 * @throws CmsError `unreadable_image` if it isn't well-formed SVG, declares entities, or draws endlessly
 */
export function sanitizeSvg(bytes: Uint8Array): SanitizedSvg {
  const root = clean(parseSvg(decode(bytes)));
  if (root === undefined) throw unreadableImage("it contains no allowed elements");
  checkRepetition(root);
  root.attributes.delete("xmlns");
  const text = printElement(root, ' xmlns="http://www.w3.org/2000/svg"');
  return { bytes: Buffer.from(`${text}\n`), ...sizeOf(root.attributes) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadableImage("it is not valid UTF-8");
  }
}

function clean({ name, attributes, children }: SvgElement): SvgElement | undefined {
  if (!SVG_ELEMENTS.has(name)) return undefined;
  if (name === "style") return cleanStyle(children);
  const target = attributes.get("attributeName");
  if (SVG_ANIMATIONS.has(name) && (target === undefined || !SVG_ANIMATED.has(target))) {
    return undefined;
  }
  const kept = [...attributes].filter(([key, value]) => keepsAttribute(name, key, value));
  return {
    name,
    attributes: new Map(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    children: children.flatMap((child) =>
      typeof child === "string" ? child : (clean(child) ?? []),
    ),
  };
}

/** Keeps a style sheet completely or not at all, because a part of it could mean something else. */
function cleanStyle(children: SvgElement["children"]): SvgElement | undefined {
  const text = children.filter((child) => typeof child === "string").join("");
  // Comments draw nothing and could hide anything. An unterminated one stays, so that the style is removed.
  const plain = text.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, (comment) =>
    /^\/\*[^]*\*\/$/.test(comment) ? "" : comment,
  );
  if (!isSafeSvgText(plain)) return undefined;
  return { name: "style", attributes: new Map(), children: [plain] };
}

function keepsAttribute(element: string, name: string, value: string): boolean {
  if (name === "href") {
    return element === "image"
      ? isDataImage(value)
      : SVG_REFERRERS.has(element) && isLocalReference(value);
  }
  if (name === "xml:space") return value === "preserve";
  return SVG_ATTRIBUTES.has(name) && isSafeSvgText(value);
}

/** Nested groups of `use`s create a drawing of billions of parts in a few lines. */
function checkRepetition(root: SvgElement): void {
  const byId = new Map<string, SvgElement>();
  const collect = (element: SvgElement): void => {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) if (typeof child !== "string") collect(child);
  };
  collect(root);
  const sizes = new Map<SvgElement, number>();
  const sizeWithin = (element: SvgElement): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    // An element that contains itself is reached again here; browsers don't draw it.
    sizes.set(element, Number.POSITIVE_INFINITY);
    let size = 1;
    for (const child of element.children) if (typeof child !== "string") size += sizeWithin(child);
    const target = byId.get((element.attributes.get("href") ?? "").trim().slice(1));
    if (element.name === "use" && target !== undefined) size += sizeWithin(target);
    sizes.set(element, size);
    return size;
  };
  if (sizeWithin(root) > MAX_DRAWN)
    throw unreadableImage("its elements reference each other endlessly");
}

function printElement({ name, attributes, children }: SvgElement, first = ""): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join("");
  const start = `<${name}${first}${written}`;
  if (children.length === 0) return `${start}/>`;
  const content = children.map((child) =>
    typeof child === "string" ? escapeText(child) : printElement(child),
  );
  return `${start}>${content.join("")}</${name}>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Line breaks would be read as spaces. */
function escapeValue(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function sizeOf(attributes: ReadonlyMap<string, string>): { width?: number; height?: number } {
  const width = pixels(attributes.get("width"));
  const height = pixels(attributes.get("height"));
  if (width !== undefined && height !== undefined) return { width, height };
  const [, , wide, high] = (attributes.get("viewBox") ?? "").trim().split(/[\s,]+/);
  const [boxWidth, boxHeight] = [pixels(wide), pixels(high)];
  return boxWidth === undefined || boxHeight === undefined
    ? {}
    : { width: boxWidth, height: boxHeight };
}

function pixels(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,6}(?:\.\d+)?(?:px)?$/.test(text.trim())) return undefined;
  const size = Math.round(Number.parseFloat(text));
  return size > 0 ? size : undefined;
}

/** Whether the text of a style, or the value of an attribute, loads and runs nothing. */
function isSafeSvgText(text: string): boolean {
  return !UNSAFE.test(text.replaceAll(LOCAL_URL, ""));
}

/** Whether a reference points to a part of the same drawing. */
function isLocalReference(href: string): boolean {
  return /^#[\w.:-]+$/.test(href.trim());
}

/** Whether a URL is an image embedded in the file. */
function isDataImage(href: string): boolean {
  return DATA_IMAGE.test(href.trim());
}

interface SvgElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (SvgElement | string)[];
}

/**
 * Parses an SVG like a browser, strictly as XML. Keeps SVG elements, their attributes, and their text. Drops other
 * namespaces, comments, and processing instructions; `xlink:href` becomes `href`.
 *
 * @throws CmsError `unreadable_image` if it isn't well-formed SVG, declares entities, or is too large
 */
function parseSvg(text: string): SvgElement {
  let root: SvgElement | undefined;
  const open: (SvgElement | undefined)[] = [];
  let count = 0;
  const addText = (value: string): void => void open.at(-1)?.children.push(value);
  const addElement = (tag: Tag | QualifiedTag): void => {
    count += 1;
    if (count > MAX_ELEMENTS) throw unreadableImage(`it has more than ${MAX_ELEMENTS} elements`);
    if (open.length >= MAX_DEPTH)
      throw unreadableImage(`it is nested more than ${MAX_DEPTH} levels deep`);
    const element = "ns" in tag ? elementOf(tag) : undefined;
    const parent = open.at(-1);
    if (open.length === 0) root = element;
    // Nothing inside a dropped element is kept.
    const kept = open.length === 0 || parent !== undefined ? element : undefined;
    if (kept !== undefined) parent?.children.push(kept);
    open.push(kept);
  };
  const reader = Object.assign(sax.parser(true, STRICT), {
    onerror: refuseSyntax,
    ondoctype: refuseEntities,
    onopentag: addElement,
    onclosetag: () => void open.pop(),
    ontext: addText,
    oncdata: addText,
  });
  reader.write(text).close();
  if (root?.name === "svg") return root;
  throw unreadableImage("its root is not an <svg> element in the SVG namespace");
}

function refuseSyntax(error: Error): never {
  throw unreadableImage(`it is not well-formed XML: ${error.message.split("\n")[0] ?? ""}`);
}

function refuseEntities(doctype: string): void {
  if (/[[\]]|<!/.test(doctype)) throw unreadableImage("it declares its own XML entities");
}

function elementOf(tag: QualifiedTag): SvgElement | undefined {
  if (tag.uri !== SVG) return undefined;
  const attributes = new Map<string, string>();
  for (const { prefix, local, uri, value } of Object.values(tag.attributes)) {
    if (prefix === "" && local !== "xmlns") attributes.set(local, value);
    else if (uri === XML && local === "space") attributes.set("xml:space", value);
  }
  for (const { local, uri, value } of Object.values(tag.attributes)) {
    if (uri === XLINK && local === "href" && !attributes.has("href")) attributes.set("href", value);
  }
  return { name: tag.local, attributes, children: [] };
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
