import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../platform/config/config.ts";
import { examineInstance } from "./examine-instance.ts";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("reports a nearly full disk, even before setup", async () => {
  const config = parseConfig({}, emptyFolder());
  const full = await examineInstance(config, {}, { minFreeBytes: Number.MAX_VALUE });
  expect(full).toMatchObject({
    disk: {
      problem: expect.stringMatching(/data is on a disk that is nearly full: [\d.]+ \w+ free/),
    },
    unusable: ["disk"],
  });
  expect(await examineInstance(config, {}, { minFreeBytes: 1 })).toMatchObject({
    disk: {},
    unusable: [],
  });
});

test("reports missing storages only after the data folder exists", async () => {
  const folder = emptyFolder();
  const config = parseConfig({}, folder);
  expect((await examineInstance(config, {}, { minFreeBytes: 1 })).unusable).toEqual([]);
  mkdirSync(join(folder, "data"));
  expect((await examineInstance(config, {}, { minFreeBytes: 1 })).unusable).toEqual([
    "public storage",
    "media storage",
  ]);
});
