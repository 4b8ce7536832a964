export { default as CmsImage } from "./CmsImage.astro";
export { default as Embed } from "./Embed.astro";
export { default as PreviewBar } from "./PreviewBar.astro";
export { default as RichText } from "./RichText.astro";
