import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What people call a webhook, who switched it off, and how its last attempt ended. */
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
