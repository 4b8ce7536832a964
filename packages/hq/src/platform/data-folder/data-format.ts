import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { z } from "zod";

/** The layout of the data folder that this program reads and writes. */
const DATA_FORMAT = 1;

const formatSchema = z.object({ loamData: z.int().positive() });

/**
 * Checks the format of a data folder, and notes it in a new one. Nothing else may be touched before
 * this has passed: an older program must not write into a folder that a newer one has changed.
 *
 * @throws CmsError `data_format_newer`, or `data_dir_unusable` when `format.json` is broken.
 */
export function checkDataFormat(folder: string): void {
  const path = join(folder, "format.json");
  if (!existsSync(path)) {
    // Renamed, so that another process which starts at once never reads a half.
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, `${JSON.stringify({ loamData: DATA_FORMAT })}\n`);
    renameSync(unfinished, path);
    return;
  }
  const format = readFormat(path);
  if (format > DATA_FORMAT) {
    throw new CmsError(
      "data_format_newer",
      `${folder} has data format ${format}, this program knows ${DATA_FORMAT}; use a newer version of Loam.`,
    );
  }
}

function readFormat(path: string): number {
  try {
    return formatSchema.parse(JSON.parse(readFileSync(path, "utf8"))).loamData;
  } catch (cause) {
    throw new CmsError("data_dir_unusable", `${path} is broken; restore it from a backup.`, {
      cause,
    });
  }
}
