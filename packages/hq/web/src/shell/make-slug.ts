/** Derives a slug from a name: lowercase letters, digits, and hyphens; empty if nothing remains. */
export function makeSlug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 63)
    .replace(/-$/, "");
}
