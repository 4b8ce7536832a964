import { join } from "node:path";
import type { ImportReport } from "@loam/cms-core/import";
import { expect } from "vitest";
import { createTestSite, type TestSite, writeTree } from "./import-into.ts";

interface Imported {
  readonly site: TestSite;
  readonly report: ImportReport;
  /** Paths of entries that are drafts, scheduled, or expired. */
  readonly off: readonly string[];
}

/** Imports and publishes files, which must all succeed. */
export async function importTree(files: Readonly<Record<string, string>>): Promise<Imported> {
  const site = await createTestSite();
  const report = await site.import(await writeTree(join(site.folder, "old"), files), {
    publish: true,
  });
  expect(report.failed).toEqual([]);
  const off = report.entries.filter(({ draft }) => draft).map(({ path }) => path);
  expect(report.published).toMatchObject({
    count: report.entries.length - off.length,
    refused: [],
  });
  return { site, report, off: off.toSorted() };
}
