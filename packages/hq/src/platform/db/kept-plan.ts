import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

const MARK = "/* plan kept */";

/**
 * Starts a prepared statement, which each PostgreSQL connection parses and plans only once. For short statements that
 * run on each request, planning takes longer than execution. Not for `select *`, which fails if a migration changes the
 * table in between.
 */
export function keptPlan(): RawBuilder<unknown> {
  return sql.raw(MARK);
}

const names = new Map<string, string>();

/** Returns the prepared statement name of a statement, or undefined if its plan isn't kept. */
export function planName(statement: string): string | undefined {
  if (!statement.startsWith(MARK)) return undefined;
  const known = names.get(statement);
  if (known !== undefined) return known;
  const name = `loam-${hash("sha256", statement, "hex").slice(0, 16)}`;
  names.set(statement, name);
  return name;
}
