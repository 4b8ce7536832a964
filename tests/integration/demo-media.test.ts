import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { mediaPath, parseMediaFile } from "@loam/cms-core/content";
import { type MediaIntake, openMediaFolder, openMediaIntake } from "@loam/cms-core/media";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MEDIA = resolve(import.meta.dirname, "../../content/media");
const binaries = globSync("files/*", { cwd: MEDIA });
const records = globSync("??/*.yml", { cwd: MEDIA });

function ids(paths: readonly string[]): Set<string> {
  return new Set(paths.map((path) => basename(path, extname(path))));
}

test("every media record of the demo has a binary, and every binary a record", () => {
  expect(records.length).toBeGreaterThanOrEqual(10);
  expect(ids(binaries)).toEqual(ids(records));
});

let intake: MediaIntake;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const folder = await temporaryFolder("demo-media", (remove) => void ends.push(remove));
  // For a record written by hand, variants and colors are derived from the image.
  intake = await openMediaIntake({ storage: await openMediaFolder(folder), copies: false });
});
afterAll(async () => {
  await intake.close();
  for (const end of ends) await end();
});

describe("records of demo binaries equal those of an upload", () => {
  test.for(binaries)("%s", async (path) => {
    const id = basename(path, extname(path));
    const place = mediaPath(id);
    const record = parseMediaFile(await readFile(resolve(MEDIA, "..", place)), place);
    const { filename, alt, createdAt } = record;
    const content = { file: resolve(MEDIA, path) };
    const taken = await intake.ingest({ content, filename, alt, createdAt, id });

    const { thumbHash: _, dominantColor: __, ...facts } = taken;
    expect({ ...facts, variants: [] }).toEqual({ ...record, variants: [] });
  });
});
