import { setImmediate } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type HqServer, hqServer } from "../support/hq/hq-process.ts";
import { createPostgresDatabase } from "../support/postgres/postgres-database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("processes sharing a port substitute for each other from readiness to exit", async () => {
  const folder = await temporaryFolder("shared-port");
  const port = await freePort();
  const env = {
    LOAM_DATABASE_URL: await createPostgresDatabase(inject("postgresUrl") ?? ""),
    LOAM_PORT: String(port),
    LOAM_SHARE_PORT: "yes",
  };
  /** Returns which processes answer new connections. */
  const asked = async (): Promise<ReadonlySet<number>> => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
          headers: { connection: "close" },
        });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    return new Set(statuses);
  };

  const first = await hqServer({ folder, env });
  expect(await asked()).toEqual(new Set([200]));
  const starting = hqServer({ folder, env });
  const meanwhile = new Set<number>();
  let second: HqServer | undefined;
  while (second === undefined) {
    for (const status of await asked()) meanwhile.add(status);
    second = await Promise.race([starting, setImmediate(undefined)]);
  }
  expect(meanwhile).toEqual(new Set([200]));

  await first.stop("SIGKILL");
  expect(await asked()).toEqual(new Set([200]));
  expect(await second.stop("SIGTERM")).toBe(0);
  await expect(asked()).rejects.toThrow("fetch failed");
});
