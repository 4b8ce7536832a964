import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Projects and their assigned workers, workflows, variables, and runs. */
export const hub: Migration = {
  async up(db: Kysely<unknown>) {
    await createProjects(db);
    await createWorkflows(db);
    await createVariables(db);
    await createRuns(db);
  },
};

async function createProjects({ schema }: Kysely<unknown>): Promise<void> {
  await ofWorkspace(schema.createTable("projects").addColumn("id", "text", (id) => id.primaryKey()))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("site_id", "text", (column) =>
      column.unique().references("sites.id").onDelete("set null"),
    )
    .addColumn("manifest", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("projects_by_name", ["workspace_id", "name"])
    .execute();
  await schema
    .createTable("project_members")
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("project_members_primary_key", ["project_id", "user_id"])
    .execute();
  await schema
    .createTable("assignments")
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("worker_id", "text", (column) =>
      column.notNull().references("workers.id").onDelete("cascade"),
    )
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("assignments_primary_key", ["project_id", "worker_id"])
    .execute();
}

async function createWorkflows({ schema }: Kysely<unknown>): Promise<void> {
  await ofWorkspace(
    schema.createTable("workflows").addColumn("id", "text", (id) => id.primaryKey()),
  )
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("steps", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("workflows_by_name", ["project_id", "name"])
    .execute();
}

async function createVariables({ schema }: Kysely<unknown>): Promise<void> {
  await ofWorkspace(schema.createTable("variables").addColumn("owner_id", "text"))
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("project_id", "text", (column) =>
      column.references("projects.id").onDelete("cascade"),
    )
    .addColumn("workflow_id", "text", (column) =>
      column.references("workflows.id").onDelete("cascade"),
    )
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addPrimaryKeyConstraint("variables_primary_key", ["owner_id", "key"])
    .execute();
}

async function createRuns({ schema }: Kysely<unknown>): Promise<void> {
  await ofWorkspace(schema.createTable("runs").addColumn("id", "text", (id) => id.primaryKey()))
    .addColumn("parent_id", "text", (column) => column.references("runs.id").onDelete("cascade"))
    .addColumn("step", "integer")
    .addColumn("attempt", "integer", (column) => column.notNull())
    .addColumn("workflow_id", "text", (column) =>
      column.references("workflows.id").onDelete("set null"),
    )
    .addColumn("project_id", "text", (column) =>
      column.references("projects.id").onDelete("set null"),
    )
    .addColumn("worker_id", "text", (column) =>
      column.references("workers.id").onDelete("set null"),
    )
    .addColumn("skill", "text")
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("exit_code", "integer")
    .addColumn("items", "text")
    .addColumn("prompt_hash", "text")
    .addColumn("created_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("dispatched_at", "text")
    .addColumn("started_at", "text")
    .addColumn("ended_at", "text")
    .addColumn("cancelled_at", "text")
    .execute();
  for (const [name, columns] of [
    ["listed", ["workspace_id", "created_at", "id"]],
    ["of_parent", ["parent_id"]],
    ["of_worker", ["worker_id", "state"]],
  ] as const) {
    await schema
      .createIndex(`runs_${name}`)
      .on("runs")
      .columns([...columns])
      .execute();
  }
}

function ofWorkspace<C extends string>(
  table: CreateTableBuilder<string, C>,
): CreateTableBuilder<string, C | "workspace_id"> {
  return table.addColumn("workspace_id", "text", (column) =>
    column.notNull().references("workspaces.id").onDelete("cascade"),
  );
}
