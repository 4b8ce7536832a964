import {
  SVG_ANIMATED,
  SVG_ANIMATIONS,
  SVG_ATTRIBUTES,
  SVG_ELEMENTS,
  SVG_REFERRERS,
} from "./svg-allow-list.ts";
import { parseSvg, type SvgElement } from "./svg-tree.ts";
import { isDataImage, isLocalReference, isSafeSvgText } from "./svg-value.ts";
import { unreadableImage } from "./unreadable-image.ts";

export interface SanitisedSvg {
  readonly bytes: Uint8Array;
  /** CSS pixels, where the drawing says them. */
  readonly width?: number;
  readonly height?: number;
}

/** Elements that a browser draws, counting each `use` as what it repeats. */
const MAX_DRAWN = 100_000;

/**
 * An SVG that draws and does nothing else: what is not on the allow-list is left out, and the rest is
 * written anew, so that it means the same to every reader. Sanitising twice changes nothing.
 *
 * @throws CmsError `unreadable_image` for what is no well-formed SVG, declares entities, or draws without end
 */
export function sanitiseSvg(bytes: Uint8Array): SanitisedSvg {
  const root = clean(parseSvg(decode(bytes)));
  if (root === undefined) throw unreadableImage("nothing of it may stay");
  checkRepetition(root);
  root.attributes.delete("xmlns");
  const text = printElement(root, ' xmlns="http://www.w3.org/2000/svg"');
  return { bytes: Buffer.from(`${text}\n`), ...sizeOf(root.attributes) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadableImage("it is not UTF-8");
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

/** A style sheet as a whole or not at all: half of one could mean something else. */
function cleanStyle(children: SvgElement["children"]): SvgElement | undefined {
  const text = children.filter((child) => typeof child === "string").join("");
  // What is commented out draws nothing, and could hide anything.
  // One that does not end stays, and takes the style with it.
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

/** A `use` of a group of `use`s of groups … is a drawing of billions of parts in a few lines. */
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
    // One that contains itself is met here again; browsers draw none of it.
    sizes.set(element, Number.POSITIVE_INFINITY);
    let size = 1;
    for (const child of element.children) if (typeof child !== "string") size += sizeWithin(child);
    const target = byId.get((element.attributes.get("href") ?? "").trim().slice(1));
    if (element.name === "use" && target !== undefined) size += sizeWithin(target);
    sizes.set(element, size);
    return size;
  };
  if (sizeWithin(root) > MAX_DRAWN) throw unreadableImage("it repeats its parts without end");
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
