import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Where the process of a worker is, so that the next one there is known also by an HQ that did not see the first. */
export const workerPlaces: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("workers").addColumn("place", "text").execute();
  },
};
