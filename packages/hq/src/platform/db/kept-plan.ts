import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

const MARK = "/* plan kept */";

/**
 * Begins a statement that each connection to PostgreSQL parses and plans only once: for a short statement that runs
 * with each request, this takes longer than its execution. Not for `select *`, which fails where a migration changed
 * the table meanwhile.
 */
export function keptPlan(): RawBuilder<unknown> {
  return sql.raw(MARK);
}

const names = new Map<string, string>();

/** The name under which a connection knows a statement; undefined for one whose plan is not kept. */
export function planName(statement: string): string | undefined {
  if (!statement.startsWith(MARK)) return undefined;
  const known = names.get(statement);
  if (known !== undefined) return known;
  const name = `loam-${hash("sha256", statement, "hex").slice(0, 16)}`;
  names.set(statement, name);
  return name;
}
