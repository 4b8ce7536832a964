import { pictureOf } from "../media/picture.ts";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { type ElementNode, type HtmlNode, mapElements } from "./html-tree.ts";

export interface ImageOptions {
  /** Media by their `url`. */
  readonly media: ReadonlyMap<string, CmsMedia>;
  /** `sizes` of the images. @default at most their own width */
  readonly sizes?: string | undefined;
}

/** Makes images load lazily, and in the best format and size if their media record is known. */
export function prepareImages(
  nodes: readonly HtmlNode[],
  { media, sizes }: ImageOptions,
): readonly HtmlNode[] {
  return mapElements(nodes, (element) => {
    if (element.tag !== "img") return element;
    const known = media.get(String(element.attributes["src"]));
    const attributes = { loading: "lazy", decoding: "async", ...element.attributes };
    return known
      ? knownImage({ ...element, attributes }, known, sizes)
      : { ...element, attributes };
  });
}

function knownImage(image: ElementNode, media: CmsMedia, sizes: string | undefined): HtmlNode {
  const { sources, img } = pictureOf(media, sizes === undefined ? {} : { sizes });
  const { alt: ownAlt, ...own } = image.attributes;
  const alt = ownAlt === undefined || ownAlt === true || ownAlt === "" ? media.alt : ownAlt;
  const attributes = { ...img, ...own, alt };
  const picture = sources.map((source): HtmlNode => ({
    kind: "element",
    tag: "source",
    attributes: { type: source.type, srcset: source.srcset, sizes: source.sizes },
    children: [],
  }));
  const inner: ElementNode = { ...image, attributes, media };
  if (picture.length === 0) return inner;
  return { kind: "element", tag: "picture", attributes: {}, children: [...picture, inner] };
}
