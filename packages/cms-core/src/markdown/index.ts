export { type FoundLink, scanLinks } from "./scan-links.ts";
