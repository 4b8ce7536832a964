import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { createPostgresDatabase } from "../../../../tests/support/postgres/postgres-database.ts";
import { type HqConfig, parseConfig } from "./config/config.ts";
import { type Hq, openHq, openHqReading } from "./hq.ts";

async function newConfig(): Promise<HqConfig> {
  const folder = mkdtempSync(join(tmpdir(), "loam-hq-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = inject("postgresUrl");
  if (server === undefined) return parseConfig({}, folder);
  return parseConfig({ LOAM_DATABASE_URL: await createPostgresDatabase(server) }, folder);
}

async function open(config: HqConfig): Promise<Hq> {
  const hq = await openHq(config);
  onTestFinished(() => hq.close());
  return hq;
}

const onPostgres = inject("postgresUrl") !== undefined;

test.skipIf(onPostgres)("locks a data folder for one process with SQLite", async () => {
  const config = await newConfig();
  const first = await open(config);
  expect(first.paths.node).toBe(config.dataFolder);
  await expect(openHq(config)).rejects.toMatchObject({ code: "data_dir_locked" });
});

test.runIf(onPostgres)("shares a data folder between processes with PostgreSQL", async () => {
  const config = await newConfig();
  const [first, second] = [await open(config), await open(config)];
  expect(second.paths.sites).toBe(first.paths.sites);
  expect([first.paths.node.at(-1), second.paths.node.at(-1)]).toEqual(["1", "2"]);
});

test("gives a restarted process the folder of its predecessor", async () => {
  const config = await newConfig();
  const first = await openHq(config);
  await first.close();
  expect((await open(config)).paths.node).toBe(first.paths.node);
});

test("opens for reading only after setup and creates nothing", async () => {
  const config = await newConfig();
  await expect(openHqReading(config)).rejects.toMatchObject({ code: "not_found" });
  expect(existsSync(config.dataFolder)).toBe(false);
  await open(config);
  const reading = await openHqReading(config);
  onTestFinished(() => reading.close());
  expect(await reading.database.selectFrom("users").select("id").execute()).toEqual([]);
});
