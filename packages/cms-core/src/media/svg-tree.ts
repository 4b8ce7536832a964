import sax, { type QualifiedTag, type Tag } from "sax";
import { unreadableImage } from "./unreadable-image.ts";

export interface SvgElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (SvgElement | string)[];
}

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const XML = "http://www.w3.org/XML/1998/namespace";

/** Entities of XML itself, and none of HTML's. */
const STRICT = { xmlns: true, strictEntities: true };

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 64;

/**
 * Reads an SVG as a browser does, strictly as XML, and keeps elements of SVG, their attributes and their
 * text. Other namespaces, comments and instructions are left out; `xlink:href` becomes `href`.
 *
 * @throws CmsError `unreadable_image` for what is no well-formed SVG, declares entities, or is too large
 */
export function parseSvg(text: string): SvgElement {
  let root: SvgElement | undefined;
  const open: (SvgElement | undefined)[] = [];
  let count = 0;
  const addText = (value: string): void => void open.at(-1)?.children.push(value);
  const addElement = (tag: Tag | QualifiedTag): void => {
    count += 1;
    if (count > MAX_ELEMENTS) throw unreadableImage(`it has over ${MAX_ELEMENTS} elements`);
    if (open.length >= MAX_DEPTH) throw unreadableImage(`it is nested over ${MAX_DEPTH} deep`);
    const element = "ns" in tag ? elementOf(tag) : undefined;
    const parent = open.at(-1);
    if (open.length === 0) root = element;
    // Within something that is left out, nothing is kept.
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
  throw unreadableImage("its root is no <svg> of SVG's namespace");
}

function refuseSyntax(error: Error): never {
  throw unreadableImage(`it is no well-formed XML: ${error.message.split("\n")[0] ?? ""}`);
}

function refuseEntities(doctype: string): void {
  if (/[[\]]|<!/.test(doctype)) throw unreadableImage("it declares entities of its own");
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
