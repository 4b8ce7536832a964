import { asciiWords } from "@loam/cms-core/browser";

/** Derives a slug from a name: lowercase letters, digits, and hyphens; empty if nothing remains. */
export function makeSlug(name: string): string {
  return asciiWords(name).slice(0, 63).replace(/-$/, "");
}
