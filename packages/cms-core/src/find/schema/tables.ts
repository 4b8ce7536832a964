/**
 * Increment it whenever a table or its content changes: an index of another format is rebuilt. A file is never read by
 * two formats.
 */
export const INDEX_FORMAT = 16;

/** Times are ms since 1970; states are indexes of `ENTRY_STATES`. */
export const TABLES = `
CREATE TABLE cursors (ref TEXT PRIMARY KEY, oid TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- A version of an entry has a row of its own: the next version of the entry has a new one.
-- id is empty where a broken file does not say; path is null for what is live and not on main. fields is JSON,
-- and so is what is wrong with a file on main, if anything is: issues.
CREATE TABLE entries (
  row INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  slug TEXT NOT NULL,
  folded TEXT NOT NULL,
  path TEXT,
  tie INTEGER NOT NULL,
  blob TEXT NOT NULL,
  digest TEXT,
  settled INTEGER NOT NULL,
  created_at INTEGER,
  publish_at INTEGER,
  unpublish_at INTEGER,
  sort_order INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  author TEXT NOT NULL,
  author_email TEXT NOT NULL,
  state INTEGER NOT NULL,
  publish_due INTEGER,
  unpublish_due INTEGER,
  by_published INTEGER NOT NULL,
  by_recency INTEGER NOT NULL,
  title TEXT NOT NULL,
  search_title TEXT NOT NULL,
  fields TEXT,
  issues TEXT,
  by_title TEXT NOT NULL AS (substr(search_title, 1, 100)),
  by_updated INTEGER NOT NULL AS (-updated_at),
  scheduled INTEGER NOT NULL AS (publish_due IS NOT NULL OR unpublish_due IS NOT NULL)
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
  updated_at INTEGER NOT NULL,
  published_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  digest TEXT,
  settled INTEGER NOT NULL
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

CREATE TRIGGER drop_entry AFTER DELETE ON entries BEGIN
  DELETE FROM texts WHERE row = old.row;
  DELETE FROM links WHERE live = 0 AND source = old.row;
END;
CREATE TRIGGER drop_ledger AFTER DELETE ON ledger BEGIN
  DELETE FROM links WHERE live = 1 AND source = old.row;
END;
`;

/** The index columns of each list order, all ascending; `tie` makes them unique. */
export const ORDER_COLUMNS = {
  default: ["sort_order", "by_recency", "id", "tie"],
  updated: ["by_updated", "folded", "tie"],
  title: ["by_title", "folded", "tie"],
  slug: ["folded", "tie"],
  published: ["by_published", "folded", "tie"],
} as const;

/** Indexes used while the tables are filled. */
export const LOOKUPS = `
CREATE INDEX entries_path ON entries (path);
CREATE INDEX entries_id ON entries (id, type);
-- With all that a list shows of what is live.
CREATE INDEX ledger_id ON ledger (id, type, state, version, blob, slug, published_at, updated_at);
CREATE INDEX links_source ON links (source, live);
`;

/** Created once the rows are complete, which costs a third. Each order includes the lists that a row is in. */
export const LISTS: readonly string[] = [
  ...Object.entries(ORDER_COLUMNS).map(
    ([name, columns]) =>
      `CREATE INDEX by_${name} ON entries (${columns.join(", ")}, type, state, scheduled)`,
  ),
  "CREATE INDEX entries_slug ON entries (type, folded, state, scheduled)",
  "CREATE INDEX entries_publish ON entries (publish_due) WHERE publish_due IS NOT NULL",
  "CREATE INDEX entries_unpublish ON entries (unpublish_due) WHERE unpublish_due IS NOT NULL",
  "CREATE INDEX entries_unsettled ON entries (type) WHERE settled = 0",
  "CREATE INDEX ledger_unsettled ON ledger (type) WHERE settled = 0",
  "CREATE INDEX media_binary ON media (sha256, byte_size)",
  "CREATE INDEX media_created ON media (created_at, id)",
];
