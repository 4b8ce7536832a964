import type { AstroComponentFactory } from "astro/runtime/server/index.js";
import type { HTMLAttributes } from "astro/types";
import type { CmsMedia } from "../dist/content.js";
import type { RichTextOptions } from "../dist/rich-text.js";

export interface CmsImageProps extends Omit<HTMLAttributes<"img">, "src" | "srcset" | "alt"> {
  image?: CmsMedia | undefined;
  src?: string | undefined;
  alt?: string | undefined;
  priority?: boolean;
  formats?: readonly string[];
}

export interface RichTextProps extends RichTextOptions {
  value: string | undefined;
  components?: Readonly<Record<string, unknown>>;
}

export interface EmbedProps {
  url: string | undefined;
  title: string;
  poster?: string | undefined;
  class?: string;
}

type Component<Props> = AstroComponentFactory & ((props: Props) => unknown);

/** Displays an image of the CMS in the best format and size for the visitor's screen. */
export declare const CmsImage: Component<CmsImageProps>;
/** Position of the preview bar. Without it, the bar is added at the end of the page. */
export declare const PreviewBar: Component<object>;
/** Displays a rich text field as sanitized HTML. */
export declare const RichText: Component<RichTextProps>;
/** Displays a video without contacting its provider before it is played. */
export declare const Embed: Component<EmbedProps>;
