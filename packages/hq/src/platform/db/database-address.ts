/** Where the control database is. */
export type DatabaseAddress =
  | { readonly kind: "sqlite"; readonly file: string }
  /** `postgres://user:password@host:port/database`; what follows `?` is for `pg`. */
  | { readonly kind: "postgres"; readonly url: string };

/** The address that a `LOAM_DATABASE_URL` names; `undefined` when it names none. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const url = URL.parse(text);
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol)) return undefined;
  if (url.hostname === "" && !url.searchParams.has("host")) return undefined;
  return url.pathname.length > 1 ? { kind: "postgres", url: text } : undefined;
}

const MASK = "********";

/** An address as it may be shown: without any password. */
export function formatDatabaseAddress(address: DatabaseAddress): string {
  if (address.kind === "sqlite") return address.file;
  const url = new URL(address.url);
  if (url.password !== "") url.password = MASK;
  for (const name of url.searchParams.keys().toArray()) {
    if (name.includes("password")) url.searchParams.set(name, MASK);
  }
  return url.href;
}
