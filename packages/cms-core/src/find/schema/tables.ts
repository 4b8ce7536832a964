/**
 * Raised whenever a table, or what is kept in one, changes: an index of another format is made
 * anew. The same file is never read by two formats.
 */
export const INDEX_FORMAT = 11;

/** Times are ms since 1970; states are numbers of `ENTRY_STATES`. */
export const TABLES = `
CREATE TABLE cursors (ref TEXT PRIMARY KEY, oid TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- One row: whether the file was flushed when it was closed, and where it was in use since.
CREATE TABLE use (only INTEGER PRIMARY KEY CHECK (only = 1), flushed INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;

-- Files of schemas on main.
CREATE TABLE schemas (path TEXT PRIMARY KEY, blob TEXT NOT NULL, mode TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Files with problems; issues is JSON.
CREATE TABLE problems (path TEXT PRIMARY KEY, issues TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Numbers of API ids.
CREATE TABLE types (number INTEGER PRIMARY KEY, type TEXT NOT NULL UNIQUE) STRICT;

-- A version of an entry has a row of its own: the next version of the entry has a new one.
-- list is 16 * the number of the type + state; what indexes hold comes first, where it is read fastest.
-- id is empty where a broken file does not say; path is null for what is live and not on main. fields is JSON.
CREATE TABLE entries (
  row INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
  folded TEXT NOT NULL,
  tie INTEGER NOT NULL,
  id TEXT NOT NULL,
  path TEXT,
  sort_order INTEGER NOT NULL,
  by_recency INTEGER NOT NULL,
  by_updated INTEGER NOT NULL,
  by_published INTEGER NOT NULL,
  by_title TEXT NOT NULL,
  publish_due INTEGER,
  unpublish_due INTEGER,
  type TEXT NOT NULL,
  state INTEGER NOT NULL,
  slug TEXT NOT NULL,
  blob TEXT NOT NULL,
  digest TEXT,
  settled INTEGER NOT NULL,
  created_at INTEGER,
  updated_at INTEGER NOT NULL,
  publish_at INTEGER,
  unpublish_at INTEGER,
  links TEXT,
  author TEXT NOT NULL,
  author_email TEXT NOT NULL,
  title TEXT NOT NULL,
  fields TEXT
) STRICT;

-- What is searched of a version, normalised.
CREATE TABLE texts (row INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;

-- The ledger of published, and what the pinned files say.
CREATE TABLE ledger (
  row INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  state INTEGER NOT NULL,
  version INTEGER NOT NULL,
  blob TEXT NOT NULL,
  slug TEXT NOT NULL,
  path TEXT NOT NULL,
  sort_order INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  published_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  digest TEXT,
  settled INTEGER NOT NULL,
  links TEXT
) STRICT;

-- live = 0: source is a row of entries; live = 1: of ledger.
CREATE TABLE links (
  target TEXT NOT NULL,
  live INTEGER NOT NULL,
  source INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (target, live, source, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE media (
  path TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  blob TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  filename TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  byte_size INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  alt TEXT NOT NULL,
  folder TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Ids, and slugs of a type, that several files on main have.
CREATE TABLE twin_ids (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE twin_slugs (type TEXT, folded TEXT, PRIMARY KEY (type, folded)) STRICT, WITHOUT ROWID;

-- Entries of a type by state.
CREATE TABLE counts (type TEXT, state INTEGER, n INTEGER NOT NULL, PRIMARY KEY (type, state)) STRICT, WITHOUT ROWID;
`;

/** The columns that each order of a list is kept in, all ascending; `tie` makes them unique. */
export const ORDER_COLUMNS = {
  default: ["sort_order", "by_recency", "id", "tie"],
  updated: ["by_updated", "folded", "tie"],
  title: ["by_title", "folded", "tie"],
  slug: ["folded", "tie"],
  published: ["by_published", "folded", "tie"],
} as const;

/** What counts for a list of what has a time set; the same words must stand in the query. */
export const IS_SCHEDULED = "(publish_due IS NOT NULL OR unpublish_due IS NOT NULL)";

/** Number of the count of what has a time set, behind those of the states. */
export const SCHEDULED = 9;

/** Lists of a type: more than it has states. */
export const LIST_STEP = 16;

/** A condition on a list: that of a state of a type, which are to be bound in this order. */
export const IS_IN_LIST: string = `list = (SELECT number * ${LIST_STEP} + ? FROM types WHERE type = ?)`;

/** A condition on a list: that it is one of a type. */
export const IS_OF_TYPE: string = `list IN (SELECT number * ${LIST_STEP} + value
  FROM types, json_each('[0, 1, 2, 3, 4]') WHERE types.type = ?)`;

/** Of few rows, so that they cost nothing while the tables are filled. */
export const SMALL_INDEXES: readonly string[] = [
  "CREATE INDEX entries_unsettled ON entries (type) WHERE settled = 0",
  "CREATE INDEX ledger_unsettled ON ledger (type) WHERE settled = 0",
  "CREATE INDEX entries_publish ON entries (publish_due) WHERE publish_due IS NOT NULL",
  "CREATE INDEX entries_unpublish ON entries (unpublish_due) WHERE unpublish_due IS NOT NULL",
  ...Object.entries(ORDER_COLUMNS).map(
    ([name, columns]) =>
      `CREATE INDEX scheduled_${name} ON entries (type, ${columns.join(", ")}) WHERE ${IS_SCHEDULED}`,
  ),
];

/** How many files on main have the id, or the slug in the type, of a row that is written or was removed. */
const SAME_ID = (row: string): string =>
  `(SELECT count(*) FROM entries WHERE id = ${row}.id AND path IS NOT NULL)`;
const SAME_SLUG = (row: string): string => `(SELECT count(*) FROM entries
  WHERE list IN (SELECT ${row}.list - ${row}.state + value FROM json_each('[0, 1, 2, 3, 4]'))
    AND folded = ${row}.folded AND path IS NOT NULL)`;

/**
 * Slugs that a list has twice stand beside each other in its index; those of a shorter list are looked for in
 * the longer ones of its type. To sort the slugs of all took as long as to make an index.
 */
const TWIN_SLUGS = `INSERT INTO twin_slugs
  SELECT type, folded FROM (SELECT list, folded FROM entries GROUP BY list, folded HAVING count(*) > 1)
    JOIN types ON number = list / ${LIST_STEP}
  UNION SELECT types.type, one.folded
    FROM counts AS few CROSS JOIN counts AS many USING (type) CROSS JOIN types USING (type)
    CROSS JOIN entries AS one ON one.list = number * ${LIST_STEP} + few.state
    WHERE few.state < ${SCHEDULED} AND many.state < ${SCHEDULED} AND (few.n, few.state) < (many.n, many.state)
      AND EXISTS (SELECT 1 FROM entries AS other
        WHERE other.list = number * ${LIST_STEP} + many.state AND other.folded = one.folded)`;

/** Made when the rows are in: that costs a third. A list of all states merges one list of each. */
export const INDEXES: readonly string[] = [
  "CREATE INDEX entries_path ON entries (path)",
  "CREATE INDEX entries_id ON entries (id)",
  // With all that a list shows of what is live.
  `CREATE INDEX ledger_id ON ledger (id, type, state, version, blob, slug, published_at, updated_at)`,
  "CREATE INDEX media_binary ON media (sha256, byte_size)",
  "CREATE INDEX media_created ON media (created_at, id)",
  ...Object.entries(ORDER_COLUMNS).map(
    ([name, columns]) => `CREATE INDEX list_${name} ON entries (list, ${columns.join(", ")})`,
  ),
  `INSERT INTO counts SELECT type, list % ${LIST_STEP}, n
     FROM (SELECT list, count(*) AS n FROM entries GROUP BY list) JOIN types ON number = list / ${LIST_STEP}`,
  `INSERT INTO counts SELECT type, ${SCHEDULED}, count(*) FROM entries WHERE ${IS_SCHEDULED} GROUP BY type`,
  // Until now all rows are of files on main.
  "INSERT INTO twin_ids SELECT id FROM entries WHERE id <> '' GROUP BY id HAVING count(*) > 1",
  TWIN_SLUGS,
  `CREATE TRIGGER add_twins AFTER INSERT ON entries WHEN new.path IS NOT NULL BEGIN
     INSERT OR IGNORE INTO twin_ids SELECT new.id WHERE new.id <> '' AND ${SAME_ID("new")} > 1;
     INSERT OR IGNORE INTO twin_slugs SELECT new.type, new.folded WHERE ${SAME_SLUG("new")} > 1;
   END`,
  `CREATE TRIGGER drop_twins AFTER DELETE ON entries WHEN old.path IS NOT NULL BEGIN
     DELETE FROM twin_ids WHERE id = old.id AND ${SAME_ID("old")} < 2;
     DELETE FROM twin_slugs WHERE type = old.type AND folded = old.folded AND ${SAME_SLUG("old")} < 2;
   END`,
  countTrigger("INSERT", "new", 1),
  countTrigger("DELETE", "old", -1),
  `CREATE TRIGGER count_update AFTER UPDATE OF state, publish_due, unpublish_due ON entries BEGIN
     ${countStep("old", -1)} ${countStep("new", 1)}
   END`,
];

function countTrigger(event: "INSERT" | "DELETE", row: "old" | "new", step: 1 | -1): string {
  return `CREATE TRIGGER count_${event.toLowerCase()} AFTER ${event} ON entries BEGIN
    ${countStep(row, step)}
  END`;
}

function countStep(row: "old" | "new", step: 1 | -1): string {
  const scheduled = `${row}.publish_due IS NOT NULL OR ${row}.unpublish_due IS NOT NULL`;
  const add = "ON CONFLICT DO UPDATE SET n = n + excluded.n";
  return `
    INSERT INTO counts VALUES (${row}.type, ${row}.state, ${step}) ${add};
    INSERT INTO counts SELECT ${row}.type, ${SCHEDULED}, ${step} WHERE ${scheduled} ${add};`;
}
