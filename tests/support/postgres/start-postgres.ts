import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runPostgres } from "./postgres-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of this project's tests; absent for SQLite. */
    postgresUrl: string | undefined;
  }
}

/** Runs one PostgreSQL server during the tests of a project. */
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
