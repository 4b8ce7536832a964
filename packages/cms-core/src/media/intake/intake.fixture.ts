import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { onTestFinished } from "vitest";
import type { MediaRecord } from "../../model/media.ts";
import { openMediaFolder } from "../storage/media-folder.ts";
import type { MediaStorage } from "../storage/media-storage.ts";
import type { IngestOptions } from "./ingest-media.ts";
import { type MediaIntake, openMediaIntake } from "./media-intake.ts";
import type { UploadContent } from "./receive-upload.ts";

export const NOW = "2026-11-20T09:30:00.000Z";

/** An intake with a storage folder; both exist for the duration of the test. */
export interface TestIntake extends MediaIntake {
  /** Folder of uploads in progress. */
  readonly uploads: string;
  take(content: UploadContent, filename?: string, options?: IngestOptions): Promise<MediaRecord>;
  /** Names of all objects in storage, sorted. */
  objects(): Promise<string[]>;
}

/**
 * @param change - modifies the storage that the intake receives
 * @param finished - receives the function that closes the intake, if several tests share it
 */
export async function testIntake(
  change: (storage: MediaStorage) => MediaStorage = (storage) => storage,
  finished: (close: () => Promise<void>) => void = onTestFinished,
): Promise<TestIntake> {
  const dir = await mkdtemp(join(tmpdir(), "intake-"));
  const storage = change(await openMediaFolder(join(dir, "media")));
  const uploads = join(dir, "uploads");
  const intake = await openMediaIntake({ storage, folder: uploads });
  finished(async () => {
    await intake.close();
    await rm(dir, { recursive: true, force: true });
  });
  return {
    ...intake,
    uploads,
    take: (content, filename = "photo.jpg", options = {}) =>
      intake.ingest({ content, filename, alt: "A photo", createdAt: NOW }, options),
    objects: async () => {
      const files = await readdir(join(dir, "media"), { recursive: true, withFileTypes: true });
      return files
        .filter((file) => file.isFile())
        .map((file) => file.name)
        .toSorted();
    },
  };
}

/** Creates an image whose left half is red and whose right half is green. */
export function twoColorImage(width: number, height: number): Sharp {
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

/** Creates an image that compresses like a photo: noise over a gradient. */
export async function photoLikeImage(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 25 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#000", noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
}
