/** Location of the control database. */
export type DatabaseAddress =
  | { readonly kind: "sqlite"; readonly file: string }
  /** `postgres://user:password@host:port/database`. The query string is passed to `pg`. */
  | { readonly kind: "postgres"; readonly url: string };

/** Parses a `LOAM_DATABASE_URL`. Returns `undefined` if it is invalid. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const url = URL.parse(text);
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol)) return undefined;
  if (url.hostname === "" && !url.searchParams.has("host")) return undefined;
  return url.pathname.length > 1 ? { kind: "postgres", url: text } : undefined;
}

const MASK = "********";

/** Formats a location for display, without any password. */
export function formatDatabaseAddress(address: DatabaseAddress): string {
  if (address.kind === "sqlite") return address.file;
  const url = new URL(address.url);
  if (url.password !== "") url.password = MASK;
  for (const name of url.searchParams.keys().toArray()) {
    if (name.includes("password")) url.searchParams.set(name, MASK);
  }
  return url.href;
}
