import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Change requests for any repository (of a site, or of a workspace's skills), comment threads, and what each user has
 * seen.
 */
export const review: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.dropIndex("change_comments_by_change").execute();
    for (const name of ["changes", "change_reviews", "change_comments"]) {
      await schema.alterTable(name).renameTo(`old_${name}`).execute();
    }
    await createChanges(db);
    await createReviews(db);
    await createComments(db);
    await createMarks(db);
    for (const name of ["change_comments", "change_reviews", "changes"]) {
      await schema.dropTable(`old_${name}`).execute();
    }
  },
};

async function createChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("changes")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("site_id", "text", (column) => column.references("sites.id").onDelete("cascade"))
    .addColumn("workspace_id", "text", (column) =>
      column.references("workspaces.id").onDelete("cascade"),
    )
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("pushed_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("reviewers", "text", (column) => column.notNull())
    .addColumn("head", "text")
    .addColumn("base", "text")
    .addColumn("merged_commit", "text")
    .addColumn("ended_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("ended_at", "text")
    .addPrimaryKeyConstraint("changes_key", ["repository", "number"])
    .execute();
  await sql`
    insert into changes (repository, number, site_id, title, description, branch, state, created_by, created_at,
      updated_at, updated_by, pushed_by, reviewers, head, base, merged_commit, ended_by, ended_at)
    select site_id, number, site_id, title, description, branch, state, created_by, created_at,
      updated_at, created_by, created_by, reviewers, head, base, merged_commit, ended_by, ended_at from old_changes`.execute(
    db,
  );
  await db.schema.createIndex("changes_by_site").on("changes").column("site_id").execute();
  await db.schema
    .createIndex("changes_by_workspace")
    .on("changes")
    .column("workspace_id")
    .execute();
}

async function createReviews(db: Kysely<unknown>): Promise<void> {
  await ofChange(db.schema.createTable("change_reviews"), "change_reviews")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("verdict", "text", (column) => column.notNull())
    .addColumn("head", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("change_reviews_key", ["repository", "number", "user_id"])
    .execute();
  await sql`
    insert into change_reviews (repository, number, user_id, verdict, head, created_at)
    select site_id, number, user_id, verdict, head, created_at from old_change_reviews`.execute(db);
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  await ofChange(
    db.schema.createTable("change_comments").addColumn("id", "text", (id) => id.primaryKey()),
    "change_comments",
  )
    .addColumn("thread", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("path", "text")
    .addColumn("field", "text")
    .addColumn("line", "integer")
    .addColumn("quote", "text")
    .addColumn("head", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text")
    .addColumn("deleted_at", "text")
    .addColumn("resolved_at", "text")
    .addColumn("resolved_by", "text", (column) =>
      column.references("users.id").onDelete("set null"),
    )
    .execute();
  await sql`
    insert into change_comments (id, repository, number, thread, user_id, body, path, field, line, created_at, resolved_at)
    select id, site_id, number, id, user_id, body, path, field, line, created_at, resolved_at from old_change_comments`.execute(
    db,
  );
  await db.schema
    .createIndex("change_comments_of_change")
    .on("change_comments")
    .columns(["repository", "number", "created_at"])
    .execute();
}

async function createMarks(db: Kysely<unknown>): Promise<void> {
  await ofChange(db.schema.createTable("change_seen"), "change_seen")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("change_seen_key", ["repository", "number", "user_id"])
    .execute();
  await ofChange(db.schema.createTable("change_viewed"), "change_viewed")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("blob", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("change_viewed_key", ["repository", "number", "user_id", "path"])
    .execute();
}

function ofChange<Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  name: string,
): CreateTableBuilder<Table, Column | "repository" | "number"> {
  const withKey = table
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull());
  return withKey.addForeignKeyConstraint(
    `${name}_of_change`,
    ["repository", "number"],
    "changes",
    ["repository", "number"],
    (constraint) => constraint.onDelete("cascade"),
  );
}
