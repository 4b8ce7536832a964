import { type ClockOptions, instantFromNow } from "./database-clock.ts";
import type { ControlDatabase } from "./database.ts";

/** The right to be the only one who does something, for a time. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  /**
   * Greater than that of every owner before. What is written under a lease is compared with it where
   * a process that was stopped and woke up late could still write.
   */
  readonly fence: number;
}

export interface LeaseOptions extends ClockOptions {
  /** For how long, unless it is renewed. */
  readonly ttlMs: number;
}

/** Takes a lease that nobody has, or whose owner let it expire; `undefined` while somebody has it. */
export async function acquireLease(
  database: ControlDatabase,
  { name, owner }: Pick<Lease, "name" | "owner">,
  { ttlMs, now }: LeaseOptions,
): Promise<Lease | undefined> {
  const expires_at = instantFromNow(database, ttlMs, { now });
  const row = await database
    .insertInto("leases")
    .values({ name, owner, fence: 1, expires_at })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet((old) => ({ owner, fence: old("leases.fence", "+", 1), expires_at }))
        .where((old) =>
          old.or([
            old("leases.owner", "is", null),
            old("leases.expires_at", "<=", instantFromNow(database, 0, { now })),
          ]),
        ),
    )
    .returning("fence")
    .executeTakeFirst();
  return row === undefined ? undefined : { name, owner, fence: row.fence };
}

/** Puts off the end of a lease; `false` when it was given back or another has it now. */
export async function renewLease(
  database: ControlDatabase,
  { name, owner, fence }: Lease,
  { ttlMs, now }: LeaseOptions,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("leases")
    .set({ expires_at: instantFromNow(database, ttlMs, { now }) })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .where("fence", "=", fence)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives a lease back, so that another need not wait; does nothing when another has it already. */
export async function releaseLease(
  database: ControlDatabase,
  { name, owner, fence }: Lease,
): Promise<void> {
  await database
    .updateTable("leases")
    .set({ owner: null })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .where("fence", "=", fence)
    .execute();
}
