import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkDataFormat, ensureFolder, refuseForeignFolder } from "./data-folder.ts";
import { lockDataFolder } from "./data-lock.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const now = (): Date => new Date("2026-11-20T09:30:00.000Z");

describe("the lock of a data folder", () => {
  test("rejects a second holder and names the first", () => {
    const folder = temporaryFolder();
    const lock = lockDataFolder(folder, { now });
    onTestFinished(() => lock.release());

    expect(() => lockDataFolder(folder, { now })).toThrow(
      expect.objectContaining({
        code: "data_dir_locked",
        message: expect.stringMatching(
          new RegExp(`is in use by process ${process.pid} on .*, since 2026-11-20T09:30:00.000Z`),
        ),
      }),
    );
  });

  test("can be acquired again after it was released", () => {
    const folder = temporaryFolder();
    lockDataFolder(folder, { now }).release();
    expect(() => lockDataFolder(folder, { now }).release()).not.toThrow();
  });

  test("is free after its holder was killed", () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "hq.lock.json"),
      '{"pid":1,"host":"other","startedAt":"2020-01-01T00:00:00.000Z"}',
    );
    expect(() => lockDataFolder(folder, { now }).release()).not.toThrow();
  });

  test("reports a missing folder as unusable", () => {
    expect(() => lockDataFolder(join(temporaryFolder(), "absent"), { now })).toThrow(
      expect.objectContaining({ code: "data_dir_unusable" }),
    );
  });
});

describe("the format of a data folder", () => {
  test("is recorded in a new folder and accepted again", () => {
    const folder = temporaryFolder();
    checkDataFormat(folder);
    expect(readFileSync(join(folder, "format.json"), "utf8")).toBe('{"loamData":1}\n');
    checkDataFormat(folder);
  });

  test.for([
    ['{"loamData":2}', "data_format_newer"],
    ["{", "data_dir_unusable"],
    ['{"loamData":"1"}', "data_dir_unusable"],
  ] as const)("rejects %s as %s", ([json, code]) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "format.json"), json);
    expect(() => checkDataFormat(folder)).toThrow(expect.objectContaining({ code }));
  });
});

test("reports a file in place of the folder with the system's message", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  expect(() => ensureFolder(join(folder, "file", "data"))).toThrow(
    expect.objectContaining({
      code: "data_dir_unusable",
      message: expect.stringContaining("ENOTDIR"),
    }),
  );
});

describe("a folder that becomes the data folder", () => {
  test.for([
    ["people.yaml"],
    ["media/photo.jpg"],
    ["public/index.html"],
    [".git/HEAD"],
    ["secret.key", "notes.txt"],
  ])("is rejected if it contains %s", (...[files]) => {
    const folder = temporaryFolder();
    for (const file of files) {
      mkdirSync(join(folder, file, ".."), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    const [first = ""] = files.map((file) => file.split("/")[0] ?? "").toSorted();
    const named = first === "secret.key" ? "notes.txt" : first;
    expect(() => refuseForeignFolder(folder)).toThrow(
      expect.objectContaining({
        code: "data_dir_unusable",
        message: expect.stringContaining(`already contains ${named}, and HQ needs`),
      }),
    );
  });

  test.for([[[]], [["lost+found/"]], [[".env", "secret.key"]], [["media/", "public/"]]])(
    "can contain %s",
    ([names]) => {
      const folder = temporaryFolder();
      for (const name of names ?? []) {
        if (name.endsWith("/")) mkdirSync(join(folder, name));
        else writeFileSync(join(folder, name), "");
      }
      expect(() => refuseForeignFolder(folder)).not.toThrow();
    },
  );

  test("can contain anything after it is a data folder", () => {
    const folder = temporaryFolder();
    checkDataFormat(folder);
    writeFileSync(join(folder, "notes.txt"), "");
    expect(() => refuseForeignFolder(folder)).not.toThrow();
    expect(() => refuseForeignFolder(join(folder, "absent"))).not.toThrow();
  });
});
