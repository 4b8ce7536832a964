import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ExportImportReport,
  importExport,
  type ImportExportOptions,
} from "@loam/cms-core/export";
import { openMediaFolder } from "@loam/cms-core/media";
import { ACTOR } from "../site/blog-site.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Target of an import; its folder contains nothing else. */
export interface Destination {
  readonly folder: string;
  readonly options: ImportExportOptions;
}

export async function destination(): Promise<Destination> {
  const folder = await temporaryFolder("import-export");
  const storage = await openMediaFolder(join(folder, "media"));
  return { folder, options: { gitDir: join(folder, "sites.git"), storage, actor: ACTOR } };
}

export async function importZip(
  zip: Uint8Array,
  { folder, options }: Destination,
  more: Partial<ImportExportOptions> = {},
): Promise<ExportImportReport> {
  const file = join(folder, "site.zip");
  await writeFile(file, zip);
  return importExport(file, { ...options, ...more });
}
