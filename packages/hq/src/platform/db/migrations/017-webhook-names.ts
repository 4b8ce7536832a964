import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Names of webhooks, who disabled them, and the outcome of the last attempt. */
export const webhookNames: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const [name, type] of COLUMNS) {
      await schema.alterTable("webhooks").addColumn(name, type).execute();
    }
  },
};

/** SQLite adds one column at a time. */
const COLUMNS = [
  ["name", "text"],
  ["disabled_by", "text"],
  ["last_attempt_at", "text"],
  ["last_status", "integer"],
  ["last_problem", "text"],
] as const;
