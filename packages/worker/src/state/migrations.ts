/** A migration of the state. A released one is never changed. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** In order of application. 1 to 9: data and checks; from 10 on: skills, runs, and HQ. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    sql: `
      CREATE TABLE links (
        worker_id TEXT PRIMARY KEY,
        hq_url TEXT NOT NULL,
        workspace_id TEXT NOT NULL,
        workspace_name TEXT NOT NULL,
        sealed_key TEXT NOT NULL,
        created_at TEXT NOT NULL,
        revoked_at TEXT
      ) STRICT;
      CREATE UNIQUE INDEX links_in_force ON links (hq_url, workspace_id) WHERE revoked_at IS NULL;

      -- Of the commands that HQ queues for a link, the last that was done: it sends what follows until it hears of it.
      CREATE TABLE handled_commands (
        worker_id TEXT PRIMARY KEY REFERENCES links ON DELETE CASCADE,
        sequence INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE variables (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        updated_at TEXT NOT NULL
      ) STRICT;

      -- workspace_id is '' for what the whole worker has.
      CREATE TABLE secrets (
        key TEXT NOT NULL,
        workspace_id TEXT NOT NULL,
        sealed TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (key, workspace_id)
      ) STRICT;

      -- What the worker itself must know, as its key pair, sealed, and the hash of its API token.
      CREATE TABLE identity (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT;

      -- Numbered anew when it is changed: the newest has the highest row, here and in the index.
      CREATE TABLE memory (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        project_id TEXT,
        content TEXT NOT NULL,
        kind TEXT NOT NULL,
        tags TEXT NOT NULL,
        source TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        expires_at TEXT
      ) STRICT;
      CREATE INDEX memory_by_project ON memory (project_id, row);
      CREATE INDEX memory_by_change ON memory (updated_at);
      CREATE INDEX memory_by_end ON memory (expires_at) WHERE expires_at IS NOT NULL;
      -- The scope is in the index so that hits of other projects are passed over without a look at their entries.
      CREATE VIRTUAL TABLE memory_words USING fts5 (
        words, scope,
        content = '', contentless_delete = 1,
        tokenize = 'unicode61'
      );
      CREATE TRIGGER memory_deleted AFTER DELETE ON memory BEGIN
        DELETE FROM memory_words WHERE rowid = old.row;
      END;

      CREATE TABLE runs (
        id TEXT PRIMARY KEY,
        state TEXT NOT NULL,
        -- The link whose HQ asked for it; absent: asked for on this machine.
        worker_id TEXT,
        request TEXT NOT NULL,
        workspace_id TEXT NOT NULL,
        project_id TEXT,
        work_dir TEXT,
        exit_code INTEGER,
        reason TEXT,
        prompt_hash TEXT,
        items TEXT NOT NULL DEFAULT '[]',
        created_at TEXT NOT NULL,
        started_at TEXT,
        ended_at TEXT
      ) STRICT;
      CREATE INDEX runs_by_state ON runs (state, created_at);

      -- What is deployed here of each project.
      CREATE TABLE deployments (
        project_id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        -- The link whose HQ deployed it.
        worker_id TEXT,
        manifest TEXT NOT NULL,
        deployed_at TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 10,
    sql: `
      CREATE TABLE skills (
        name TEXT NOT NULL,
        -- Of HQ, or of the repository that it was imported from; workspace is '' for the latter.
        source TEXT NOT NULL,
        workspace TEXT NOT NULL,
        version INTEGER,
        commit_id TEXT NOT NULL,
        tree TEXT NOT NULL,
        deployed_at TEXT NOT NULL,
        -- The folder that is to take its place, or was when the process was killed; absent: it stands there.
        staged TEXT UNIQUE
      ) STRICT;
      CREATE UNIQUE INDEX skills_deployed ON skills (name) WHERE staged IS NULL;
    `,
  },
  {
    number: 11,
    sql: `
      -- Which process does a run, what it started for it, and where: gone when the run has ended.
      CREATE TABLE run_claims (
        run_id TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
        owner TEXT NOT NULL,
        child TEXT,
        directory TEXT
      ) STRICT;
      CREATE INDEX run_claims_by_directory ON run_claims (directory);
    `,
  },
  {
    number: 12,
    sql: `
      -- What HQ has been told of each run that it asked for.
      CREATE TABLE run_reports (
        run_id TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
        state TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 13,
    sql: `
      -- Which scope of variables wins, as its HQ says; absent: it has not said yet.
      ALTER TABLE links ADD COLUMN variable_precedence TEXT;
    `,
  },
  {
    number: 14,
    sql: `
      -- As the workspace stands in addresses; absent: HQ has not said it.
      ALTER TABLE links ADD COLUMN workspace_slug TEXT;
    `,
  },
  {
    number: 15,
    sql: `
      -- What is known of the skill before the one that stands there; absent: it was not deployed by us.
      CREATE TABLE previous_skills (
        name TEXT PRIMARY KEY,
        source TEXT NOT NULL,
        workspace TEXT NOT NULL,
        version INTEGER,
        commit_id TEXT NOT NULL,
        tree TEXT NOT NULL,
        deployed_at TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 16,
    sql: `
      -- JSON: the names of this worker's own variables that stand in a run's prompt; absent: it has not begun.
      ALTER TABLE runs ADD COLUMN own_variables TEXT;
    `,
  },
  {
    number: 17,
    sql: `
      -- Whether skills need a review, as its HQ says: off or required; absent: it has not said it, so they do.
      ALTER TABLE links ADD COLUMN skill_review TEXT;
    `,
  },
  {
    number: 18,
    sql: `
      -- Where a run is to work that waits for its turn; absent: it does not wait, or is under way.
      ALTER TABLE run_claims ADD COLUMN wanted TEXT;
    `,
  },
];
