import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { CmsError, type ErrorCode } from "../../base/errors.ts";
import { originalKey } from "../storage/media-storage.ts";
import { NOW, twoColorImage, type TestIntake, testIntake } from "./intake.fixture.ts";

async function animation(frames: number, size: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3 * frames);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 31) % 251;
  return sharp(pixels, {
    raw: { width: size, height: size * frames, channels: 3, pageHeight: size },
  })
    .gif({ loop: 0 })
    .toBuffer();
}

/** Returns the error code for a bad file, and all objects that it left in storage. */
async function refusal(
  intake: TestIntake,
  bytes: Uint8Array,
  filename: string,
): Promise<{ code: unknown; left: string[] }> {
  const code = await intake.take(bytes, filename).then(
    () => "taken",
    (error: unknown) => (error instanceof CmsError ? error.code : error),
  );
  return { code, left: await intake.objects() };
}

function refused(code: ErrorCode): { code: ErrorCode; left: string[] } {
  return { code, left: [] };
}

describe("rejects and stores nothing of", () => {
  test("MED-03 an animation with thousands of frames, immediately", async () => {
    const intake = await testIntake();
    const bytes = await animation(1500, 2);
    expect(await refusal(intake, bytes, "x.gif")).toEqual(refused("unreadable_image"));
    await expect(intake.take(bytes, "x.gif")).rejects.toThrow(
      "1500 frames exceed the limit of 300",
    );
  });

  test("a truncated image", async () => {
    const intake = await testIntake();
    for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
      const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * i * 7) % 256));
      const bytes = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
        .toFormat(format)
        .toBuffer();
      for (const share of [0.3, 0.7, 0.99]) {
        expect(
          await refusal(intake, bytes.subarray(0, Math.floor(bytes.length * share)), "x.jpg"),
        ).toEqual(refused("unreadable_image"));
        await expect(
          intake.take(bytes.subarray(0, Math.floor(bytes.length * share)), "x.jpg"),
        ).rejects.toThrow(/cannot be read: .*[^:.]\.$/s);
      }
    }
  });

  test("MED-01 an empty file, one byte, and noise with an image's name", async () => {
    const intake = await testIntake();
    expect(await refusal(intake, Buffer.alloc(0), "x.jpg")).toEqual(
      refused("unsupported_media_type"),
    );
    await expect(intake.take(Buffer.alloc(0), "x.jpg")).rejects.toThrow("it is empty");
    expect(await refusal(intake, Buffer.of(0xff), "x.png")).toEqual(
      refused("unsupported_media_type"),
    );
    expect(await refusal(intake, Buffer.from("not an image at all"), "x.jpg")).toEqual(
      refused("unsupported_media_type"),
    );
    expect(
      await refusal(
        intake,
        Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(50, 9)]),
        "x.jpg",
      ),
    ).toEqual(refused("unreadable_image"));
  });

  test("MED-02 an image above 50 megapixels, before it is decoded", async () => {
    const intake = await testIntake();
    const small = await twoColorImage(20, 20).png().toBuffer();
    const bytes = Buffer.from(small);
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(20_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    expect(await refusal(intake, bytes, "x.png")).toEqual(refused("unreadable_image"));
    // The header check has this message; the decoder would report an invalid file.
    await expect(intake.take(bytes, "x.png")).rejects.toThrow("exceed the limit of 50 megapixels");
  });

  test.for([
    ["page.png", "<!doctype html><script>alert(1)</script>"],
    ["page.txt", "<html><script>alert(1)</script></html>"],
    ["logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["logo.txt", '\n <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["logo.png", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["run.txt", "MZ\0\0binary"],
    ["run.sh", "#!/bin/sh\necho hello"],
  ])("%s with other content", async ([filename = "", content = ""]) => {
    const intake = await testIntake();
    expect(await refusal(intake, Buffer.from(content), filename)).toEqual(
      refused("unsupported_media_type"),
    );
  });

  test("an MP4 video", async () => {
    const intake = await testIntake();
    const box = Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1");
    expect(await refusal(intake, Buffer.concat([box, Buffer.alloc(500)]), "x.mp4")).toEqual(
      refused("unsupported_media_type"),
    );
  });

  test("an image over 50 MB and a file over 200 MB", async () => {
    const intake = await testIntake();
    const small = await twoColorImage(20, 20).jpeg().toBuffer();
    expect(
      await refusal(intake, Buffer.concat([small, Buffer.alloc(52_428_800)]), "x.jpg"),
    ).toEqual(refused("too_large"));
    expect(await refusal(intake, Buffer.alloc(209_715_201), "x.zip")).toEqual(refused("too_large"));
  });

  test("alt text over 1,000 characters", async () => {
    const intake = await testIntake();
    const bytes = await twoColorImage(20, 20).jpeg().toBuffer();
    await expect(
      intake.ingest({ content: bytes, filename: "x.jpg", alt: "a".repeat(1001), createdAt: NOW }),
    ).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("an animation", () => {
  test("keeps all its frames and gets no still variants", async () => {
    const intake = await testIntake();
    const { storage } = intake;
    const bytes = await animation(5, 400);

    const record = await intake.take(bytes, "x.gif");

    expect(record).toMatchObject({ width: 400, height: 400, variants: [] });
    const stored = await sharp(await storage.read(originalKey(record))).metadata();
    expect(stored.pages).toBe(5);
  });
});
