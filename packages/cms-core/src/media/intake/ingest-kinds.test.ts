import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { originalKey } from "../storage/media-storage.ts";
import { twoColorImage, testIntake } from "./intake.fixture.ts";

/** Creates an uncompressed ZIP file. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(text.length, 14);
    facts.writeUInt32LE(text.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(Buffer.concat(local).length, 10);
    local.push(Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, Buffer.from(name + text)]));
    const more = [Buffer.from("PK\u0001\u0002\u0014\0"), facts, offset, Buffer.from(name)];
    central.push(Buffer.concat(more));
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(Buffer.concat(local).length, 12);
  return Buffer.concat([...local, ...central, Buffer.from("PK\u0005\u0006"), end]);
}

function office(type: string): Buffer {
  return zip({
    "[Content_Types].xml": `<Types><Override PartName="/x.xml" ContentType="${type}.main+xml"/></Types>`,
    "x.xml": "<x/>",
  });
}

const OPEN_XML = "application/vnd.openxmlformats-officedocument";

describe("MED-19 stores attachments", () => {
  test.for([
    [
      "a.docx",
      office(`${OPEN_XML}.wordprocessingml.document`),
      `${OPEN_XML}.wordprocessingml.document`,
    ],
    ["a.xlsx", office(`${OPEN_XML}.spreadsheetml.sheet`), `${OPEN_XML}.spreadsheetml.sheet`],
    [
      "a.odt",
      zip({ mimetype: "application/vnd.oasis.opendocument.text" }),
      "application/vnd.oasis.opendocument.text",
    ],
    ["a.zip", zip({ "a.txt": "text" }), "application/zip"],
    ["a.flac", Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(60)]), "audio/flac"],
    [
      "a.m4a",
      Buffer.concat([
        Buffer.from("\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42", "latin1"),
        Buffer.alloc(60),
      ]),
      "audio/mp4",
    ],
  ] as const)("%s", async ([filename, bytes, mimeType]) => {
    const intake = await testIntake();

    const record = await intake.take(bytes, filename);

    expect(record).toMatchObject({ filename, mimeType, variants: [], byteSize: bytes.length });
    expect(bytes.equals(await intake.storage.read(originalKey(record)))).toBe(true);
  });
});

describe("rejects with advice", () => {
  test.for([
    ["a.heic", Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1"), "Most Compatible"],
    ["a.jxl", Buffer.from("\xff\x0a\0\0", "latin1"), "Save the image as JPEG"],
    ["a.mp4", Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1"), "YouTube or Vimeo"],
    ["a.docm", office("application/vnd.ms-word.document.macroEnabled"), "macros"],
    ["a.gz", Buffer.from("\x1f\x8b\x08\0\0\0\0\0", "latin1"), "Create a ZIP file instead"],
    ["a.exe", Buffer.from("MZ\0\0"), "Supported types: JPEG"],
  ] as const)("%s", async ([filename, bytes, advice]) => {
    const intake = await testIntake();

    await expect(
      intake.take(Buffer.concat([bytes, Buffer.alloc(100)]), filename),
    ).rejects.toMatchObject({
      code: "unsupported_media_type",
      message: expect.stringContaining(advice),
    });
    expect(await intake.objects()).toEqual([]);
  });

  test("a TIFF, even with many channels", async () => {
    const intake = await testIntake();
    const tiff = await twoColorImage(20, 20).tiff().toBuffer();

    await expect(intake.take(tiff, "a.tiff")).rejects.toThrow("Save the image as JPEG");
  });
});

describe("the preview of an image", () => {
  test("has its shape and most common color", async () => {
    const intake = await testIntake();
    const record = await intake.take(await twoColorImage(300, 200).png().toBuffer(), "x.png");

    expect(record.dominantColor).toMatch(/^#(?:dd5522|44aa77)$/);
    expect(Buffer.from(record.thumbHash ?? "", "base64").length).toBeGreaterThan(10);
  });

  test("has no color for a transparent image", async () => {
    const intake = await testIntake();
    const clear = { r: 255, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .png()
      .toBuffer();

    const record = await intake.take(bytes, "x.png");

    expect(record.dominantColor).toBeUndefined();
    expect(record.thumbHash).toBeDefined();
  });

  test("is that of the upright image", async () => {
    const intake = await testIntake();
    const lies = await twoColorImage(300, 200).png().toBuffer();
    const upright = await intake.take(await sharp(lies).rotate(90).png().toBuffer(), "x.png");
    const lying = sharp(lies).withMetadata({ orientation: 6 });
    const turned = await intake.take(await lying.png().toBuffer(), "x.png");

    expect(turned.thumbHash).toBe(upright.thumbHash);
  });
});

test("omits variants that are larger than the image", async () => {
  const intake = await testIntake();
  const flat = { width: 320, height: 8, channels: 3, background: "#fff" } as const;
  const bytes = await sharp({ create: flat }).png({ palette: true, colours: 2 }).toBuffer();

  const record = await intake.take(bytes, "line.png");

  for (const { format } of record.variants) {
    const copy = await intake.storage.open(
      originalKey(record).replace("original", `320.${format}`),
    );
    expect(copy.byteSize).toBeLessThan(bytes.length);
  }
  expect(record.variants.length).toBeLessThan(2);
});
