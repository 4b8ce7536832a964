import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { CmsError, type ErrorCode } from "../base/errors.ts";
import type { MediaRecord } from "../model/media.ts";
import { ingestMedia } from "./ingest-media.ts";
import { openMediaFolder } from "./media-folder.ts";
import { originalKey } from "./media-paths.ts";
import type { MediaStorage } from "./media-storage.ts";

const NOW = "2026-11-20T09:30:00.000Z";

interface TestStorage extends MediaStorage {
  objects(): Promise<string[]>;
}

async function testStorage(): Promise<TestStorage> {
  const dir = await mkdtemp(join(tmpdir(), "ingest-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const storage = await openMediaFolder(dir);
  return {
    ...storage,
    objects: async () => {
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      return files.filter((file) => file.isFile()).map((file) => file.name);
    },
  };
}

function picture(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: "#4a7" },
  }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height, channels: 3, background: "#d52" },
      },
      gravity: "west",
    },
  ]);
}

function take(
  bytes: Uint8Array,
  storage: MediaStorage,
  filename = "photo.jpg",
): Promise<MediaRecord> {
  return ingestMedia({ bytes, filename, alt: "A photo", createdAt: NOW }, { storage });
}

async function animation(frames: number, size: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3 * frames);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 31) % 251;
  return sharp(pixels, {
    raw: { width: size, height: size * frames, channels: 3, pageHeight: size },
  })
    .gif({ loop: 0 })
    .toBuffer();
}

/** What became of a bad file: the error's code, and every object that it left in storage. */
async function refusal(
  bytes: Uint8Array,
  filename: string,
): Promise<{ code: unknown; left: string[] }> {
  const storage = await testStorage();
  const code = await take(bytes, storage, filename).then(
    () => "taken",
    (error: unknown) => (error instanceof CmsError ? error.code : error),
  );
  return { code, left: await storage.objects() };
}

function refused(code: ErrorCode): { code: ErrorCode; left: string[] } {
  return { code, left: [] };
}

describe("refused, with nothing stored", () => {
  test("of thousands of frames is refused at once", async () => {
    const bytes = await animation(1500, 2);
    const started = performance.now();

    expect(await refusal(bytes, "x.gif")).toEqual(refused("unreadable_image"));
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test("an image that is cut off", async () => {
    for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
      const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * i * 7) % 256));
      const bytes = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
        .toFormat(format)
        .toBuffer();
      for (const share of [0.3, 0.7, 0.99]) {
        expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * share)), "x.jpg")).toEqual(
          refused("unreadable_image"),
        );
      }
    }
  });

  test("nothing, one byte and noise with an image's name", async () => {
    expect(await refusal(Buffer.alloc(0), "x.jpg")).toEqual(refused("unsupported_media_type"));
    expect(await refusal(Buffer.of(0xff), "x.png")).toEqual(refused("unsupported_media_type"));
    expect(await refusal(Buffer.from("not an image at all"), "x.jpg")).toEqual(
      refused("unsupported_media_type"),
    );
    expect(
      await refusal(
        Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(50, 9)]),
        "x.jpg",
      ),
    ).toEqual(refused("unreadable_image"));
  });

  test("a picture of more than 50 megapixels, before it is decoded", async () => {
    const small = await picture(20, 20).png().toBuffer();
    const bytes = Buffer.from(small);
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(20_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    const started = performance.now();

    expect(await refusal(bytes, "x.png")).toEqual(refused("unreadable_image"));

    expect(performance.now() - started).toBeLessThan(500);
  });

  test.for([
    ["page.png", "<!doctype html><script>alert(1)</script>"],
    ["page.txt", "<html><script>alert(1)</script></html>"],
    ["logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["logo.txt", '\n <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["logo.png", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["run.txt", "MZ\0\0binary"],
    ["run.sh", "#!/bin/sh\necho hello"],
  ])("%s with foreign content", async ([filename = "", content = ""]) => {
    expect(await refusal(Buffer.from(content), filename)).toEqual(
      refused("unsupported_media_type"),
    );
  });

  test("an MP4 video", async () => {
    const box = Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1");
    expect(await refusal(Buffer.concat([box, Buffer.alloc(500)]), "x.mp4")).toEqual(
      refused("unsupported_media_type"),
    );
  });

  test("an image over 25 MB and a file over 100 MB", async () => {
    const small = await picture(20, 20).jpeg().toBuffer();
    expect(await refusal(Buffer.concat([small, Buffer.alloc(26_214_400)]), "x.jpg")).toEqual(
      refused("too_large"),
    );
    expect(await refusal(Buffer.alloc(104_857_601), "x.zip")).toEqual(refused("too_large"));
  });

  test("alt text over 1,000 characters", async () => {
    const storage = await testStorage();
    const bytes = await picture(20, 20).jpeg().toBuffer();
    await expect(
      ingestMedia({ bytes, filename: "x.jpg", alt: "a".repeat(1001), createdAt: NOW }, { storage }),
    ).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("an animation", () => {
  test("keeps all its frames and gets no copies that stand still", async () => {
    const storage = await testStorage();
    const bytes = await animation(5, 400);

    const record = await take(bytes, storage, "x.gif");

    expect(record).toMatchObject({ width: 400, height: 400, variants: [] });
    const stored = await sharp(await storage.read(originalKey(record))).metadata();
    expect(stored.pages).toBe(5);
  });
});
