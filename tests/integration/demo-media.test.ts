import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { parseMediaFile } from "@loam/cms-core/content";
import { ingestMedia, openMediaFolder } from "@loam/cms-core/media";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MEDIA = resolve(import.meta.dirname, "../../content/media");
const binaries = globSync("files/*", { cwd: MEDIA });
const records = globSync("*.yml", { cwd: MEDIA });

function ids(paths: readonly string[]): Set<string> {
  return new Set(paths.map((path) => basename(path, extname(path))));
}

test("every media record of the demo content has its binary, and every binary its record", () => {
  expect(records.length).toBeGreaterThanOrEqual(10);
  expect(ids(binaries)).toEqual(ids(records));
});

describe("the record of a demo binary is what an upload of it gives", () => {
  test.for(binaries)("%s", async (path) => {
    const id = basename(path, extname(path));
    const record = parseMediaFile(await readFile(resolve(MEDIA, `${id}.yml`)), `media/${id}.yml`);
    const storage = await openMediaFolder(await temporaryFolder());

    const taken = await ingestMedia(
      {
        bytes: await readFile(resolve(MEDIA, path)),
        filename: record.filename,
        alt: record.alt,
        createdAt: record.createdAt,
        id,
      },
      { storage },
    );

    // A record written by hand needs no list of copies: they follow from the width.
    expect({ ...taken, variants: [] }).toEqual({ ...record, variants: [] });
  });
});
