import type { Issue } from "../base/errors.ts";
import { copiedMediaIssue } from "../content/media-file.ts";
import type { IndexSession } from "./index-session.ts";
import { parseIssues, twinIssues } from "./indexed-entry.ts";
import { prepared } from "./prepared.ts";
import { LIST_STEP } from "./tables.ts";

const TWINS = `
  SELECT id, type, slug, path FROM entries WHERE path IS NOT NULL AND row IN (
    SELECT e.row FROM twin_ids t JOIN entries e ON e.id = t.id
    UNION SELECT e.row FROM twin_slugs t JOIN types k ON k.type = t.type
      CROSS JOIN json_each('[0, 1, 2, 3, 4]') s
      CROSS JOIN entries e ON e.list = k.number * ${LIST_STEP} + s.value AND e.folded = t.folded)`;

const MEDIA_TWINS = `SELECT id, path FROM media
  WHERE id IN (SELECT id FROM media GROUP BY id HAVING count(*) > 1)`;

/** Everything that is wrong: files that cannot be read, ids and slugs used twice; by path. */
export function listProblems(session: IndexSession): readonly Issue[] {
  const { database } = session;
  const files = prepared(database, "SELECT issues FROM problems ORDER BY path").all();
  const issues = files.flatMap(({ issues: text }) => parseIssues(text));
  for (const row of prepared(database, TWINS).all()) {
    const id = String(row["id"]);
    const own = { type: String(row["type"]), slug: String(row["slug"]), path: String(row["path"]) };
    issues.push(...twinIssues(session, id === "" ? own : { ...own, id }));
  }
  for (const { id, path } of prepared(database, MEDIA_TWINS).all()) {
    issues.push(copiedMediaIssue(String(id), String(path)));
  }
  return issues.toSorted((a, b) => compareText(a.path ?? "", b.path ?? ""));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
