import { CmsError } from "@loam/cms-core";
import { formatDatabaseAddress } from "./database-address.ts";

/** What PostgreSQL's own codes mean to the person who configured it. */
const REASONS: Readonly<Record<string, string>> = {
  "28P01": "it refuses the user or the password in LOAM_DATABASE_URL",
  "28000": "it does not let this user in from here; see its pg_hba.conf",
  "3D000": "it has no such database; create it first",
  "42501": "the user may not use this database; grant it CONNECT, and CREATE on its schema",
  "53300": "it has no connection left; raise its max_connections or run fewer HQ processes",
  "57P03": "it is starting or stopping; try again",
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its host's name cannot be looked up now",
  ETIMEDOUT: "it does not answer",
};

/** One line that says what to do, and never a password. */
export function databaseUnavailable(url: string, cause: unknown): CmsError {
  const shown = formatDatabaseAddress({ kind: "postgres", url });
  return new CmsError(
    "database_unavailable",
    `The control database ${shown} cannot be used: ${failureReason(cause)}.`,
    { cause },
  );
}

/** Why PostgreSQL or the way to it failed, as part of a sentence. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  const [line = ""] = message.split("\n");
  return REASONS[code] ?? line.replace(/\.$/, "");
}
