/** What a name becomes in an address: lower-case letters, digits and hyphens; "" where nothing of it can stand there. */
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
