export { type FoundLink, scanLinks } from "./scan-links.ts";
export { visibleText } from "./visible-text.ts";
