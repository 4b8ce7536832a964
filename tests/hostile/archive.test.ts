import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { readExportedSite } from "@loam/cms-core/export";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type TestFile, writeTestZip } from "../support/transfer/write-test-zip.ts";

const content = Buffer.from("text");
const zeros = Buffer.alloc(10_000_000);
const bomb = deflateRawSync(zeros);

const HOSTILE: Readonly<Record<string, readonly [readonly TestFile[], string]>> = {
  "a name that climbs": [[{ name: "site/../../evil", content }], "invalid_archive"],
  "an absolute name": [[{ name: "/etc/passwd", content }], "invalid_archive"],
  "a backslash": [[{ name: "..\\evil", content }], "invalid_archive"],
  "a drive": [[{ name: "C:/evil", content }], "invalid_archive"],
  "a control character": [[{ name: "a\0b", content }], "invalid_path"],
  "a name that is .git": [[{ name: "site/.git/config", content }], "invalid_path"],
  "a symbolic link": [[{ name: "link", content, mode: 0o120_777 }], "invalid_archive"],
  "a device": [[{ name: "device", content, mode: 0o020_644 }], "invalid_archive"],
  "a folder": [[{ name: "folder/", content: Buffer.alloc(0) }], "invalid_archive"],
  "an encrypted file": [[{ name: "secret", content, flags: 0x08_01 }], "invalid_archive"],
  "an unknown compression": [[{ name: "a", content, method: 99 }], "invalid_archive"],
  "a name twice": [
    [
      { name: "a", content },
      { name: "a", content },
    ],
    "invalid_archive",
  ],
  "a name twice by case": [
    [
      { name: "a", content },
      { name: "A", content },
    ],
    "invalid_archive",
  ],
  "files that overlap": [
    [
      { name: "a", content },
      { name: "b", content, offset: 0 },
    ],
    "invalid_archive",
  ],
  "a bomb": [[{ name: "a", content: bomb, method: 8, byteSize: zeros.length }], "too_large"],
  "too much in all": [
    Array.from({ length: 3 }, (_, number) => ({
      name: String(number),
      content: Buffer.alloc(10_000_000),
      method: 8,
      byteSize: 999_000_000,
    })),
    "too_large",
  ],
  "a size that lies": [[{ name: "a", content, byteSize: 99 }], "invalid_archive"],
};

test.each(Object.entries(HOSTILE))(
  "ZIP-07 an import refuses a ZIP with %s",
  async (_, [files, code]) => {
    const zip = join(await temporaryFolder("hostile-zip"), "a.zip");
    await writeFile(zip, writeTestZip(files));

    await expect(readExportedSite(zip)).rejects.toMatchObject({ code });
  },
);

test.each([
  ["no ZIP", Buffer.from("GIF89a")],
  ["nothing", Buffer.alloc(0)],
])("an import refuses %s", async (_, bytes) => {
  const zip = join(await temporaryFolder("hostile-zip"), "a.zip");
  await writeFile(zip, bytes);

  await expect(readExportedSite(zip)).rejects.toMatchObject({
    code: "invalid_archive",
    message: expect.stringMatching(/[^.]\.$/),
  });
});

test("an import refuses a ZIP that could be followed by another one", async () => {
  const zip = join(await temporaryFolder("hostile-zip"), "a.zip");
  await writeFile(zip, writeTestZip([{ name: "a", content }], { comment: "PK" }));

  await expect(readExportedSite(zip)).rejects.toMatchObject({ code: "invalid_archive" });
});

test("an import refuses more files than the limit", async () => {
  const zip = join(await temporaryFolder("hostile-zip"), "a.zip");
  const bytes = writeTestZip([{ name: "a", content }]);
  // Only the end record counts here: 65,534 is the maximum without ZIP64.
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06_06_4b_50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(1_000_000n, 24);
  end.writeBigUInt64LE(1_000_000n, 32);
  end.writeUInt32LE(0x07_06_4b_50, 56);
  end.writeBigUInt64LE(BigInt(bytes.length - 22), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06_05_4b_50, 76);
  end.fill(0xff, 84, 96);
  await writeFile(zip, Buffer.concat([bytes.subarray(0, -22), end]));

  await expect(readExportedSite(zip)).rejects.toMatchObject({ code: "too_large" });
});
