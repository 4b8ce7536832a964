import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Where a worker's process runs, so that even an HQ that never saw the first process recognizes its successor. */
export const workerPlaces: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("workers").addColumn("place", "text").execute();
  },
};
