// Exports for the components of this package only.
export { siteLink } from "./store/content-host.ts";
export { parseEmbedUrl } from "./embed/parse-embed-url.ts";
export { pictureOf } from "./media/picture.ts";
export { hasComponent } from "./rich-text/has-component.ts";
export { printHtml } from "./rich-text/print-html.ts";
export { reportComponents } from "./rich-text/report-components.ts";
export { renderRichText } from "./rich-text/render-rich-text.ts";
