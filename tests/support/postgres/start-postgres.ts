import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runPostgres } from "./postgres-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the PostgreSQL server that this project's tests run on; absent: they run on SQLite. */
    postgresUrl: string | undefined;
  }
}

/** Runs one PostgreSQL server while the tests of a project do. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "loam-postgres-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const server = await runPostgres(folder);
    project.provide("postgresUrl", server.url);
    return async () => {
      await server.stop();
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
