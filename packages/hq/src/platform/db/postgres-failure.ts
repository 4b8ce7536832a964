import { CmsError } from "@loam/cms-core";
import { formatDatabaseAddress } from "./database-address.ts";

/** What PostgreSQL's error codes mean to the administrator. */
const REASONS: Readonly<Record<string, string>> = {
  "28P01": "it rejects the user or the password in LOAM_DATABASE_URL",
  "28000": "it does not allow this user to connect from here; see its pg_hba.conf",
  "3D000": "the database does not exist; create it first",
  "42501": "the user cannot use this database; grant it CONNECT, and CREATE on its schema",
  "53300": "it has no free connections; raise its max_connections or run fewer HQ processes",
  "57P03": "it is starting or stopping; try again",
  ECONNREFUSED: "nothing is listening on that port",
  ENOTFOUND: "the host was not found",
  EAI_AGAIN: "the host name cannot be resolved at the moment",
  ETIMEDOUT: "it does not respond",
};

/** Creates an error with one line that says what to do and never contains a password. */
export function databaseUnavailable(url: string, cause: unknown): CmsError {
  const shown = formatDatabaseAddress({ kind: "postgres", url });
  return new CmsError(
    "database_unavailable",
    `The control database ${shown} cannot be used: ${failureReason(cause)}.`,
    { cause },
  );
}

/** Returns why PostgreSQL or the connection failed, as part of a sentence. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  const [line = ""] = message.split("\n");
  return REASONS[code] ?? line.replace(/\.$/, "");
}
