import sharp from "sharp";
import { expect, test } from "vitest";
import type { MediaRecord } from "../../model/media.ts";
import { type MediaStorage, originalKey, variantKey } from "../storage/media-storage.ts";
import { photoLikeImage, type TestIntake, testIntake } from "./intake.fixture.ts";
import type { SweepReport } from "./sweep-media.ts";

const DAY = 24 * 60 * 60 * 1000;

interface Sweep {
  readonly used?: readonly MediaRecord[];
  /** Days since the test started. */
  readonly day?: number;
  readonly dryRun?: boolean;
}

function sweep(
  intake: TestIntake,
  { used = [], day = 0, dryRun = false }: Sweep,
): Promise<SweepReport> {
  const now = new Date(Date.UTC(2026, 10, 20) + day * DAY);
  const hashes = new Set(used.map(({ sha256 }) => sha256));
  return intake.sweep({ used: async () => hashes, now: () => now, dryRun });
}

test("marks an unused binary and removes it with its variants a week later", async () => {
  const intake = await testIntake();
  const used = await intake.take(await photoLikeImage(400, 300));
  const unused = await intake.take(await photoLikeImage(401, 300));

  expect(await sweep(intake, { used: [used] })).toEqual({ marked: [unused.sha256], removed: [] });
  expect(await sweep(intake, { used: [used], day: 6 })).toEqual({ marked: [], removed: [] });
  expect(await intake.storage.has(originalKey(unused))).toBe(true);
  const last = await sweep(intake, { used: [used], day: 7 });

  expect(last).toEqual({ marked: [], removed: [unused.sha256] });
  expect(await intake.objects()).toEqual([
    "320.avif",
    "320.webp",
    "ingested-2.json",
    "original",
    "sums",
  ]);
  expect(await intake.storage.has(originalKey(used))).toBe(true);
});

test("reports without changing anything in a dry run", async () => {
  const intake = await testIntake();
  const { sha256 } = await intake.take(await photoLikeImage(400, 300));
  const fresh = await intake.objects();
  expect(await sweep(intake, { dryRun: true })).toEqual({ marked: [sha256], removed: [] });
  expect(await intake.objects()).toEqual(fresh);

  await sweep(intake, {});
  const marked = await intake.objects();
  const late = { day: 7, dryRun: true };
  expect(await sweep(intake, late)).toEqual({ marked: [], removed: [sha256] });
  expect(await intake.objects()).toEqual(marked);
});

test("removes the mark of a binary that is used again and restarts the grace period", async () => {
  const intake = await testIntake();
  const record = await intake.take(await photoLikeImage(400, 300));
  await sweep(intake, {});

  await sweep(intake, { used: [record], day: 3 });
  expect(await intake.objects()).not.toContain("unused");

  expect((await sweep(intake, { day: 8 })).marked).toEqual([record.sha256]);
  expect((await sweep(intake, { day: 14 })).removed).toEqual([]);
});

test("keeps a binary that is uploaded again just before its removal", async () => {
  const intake = await testIntake();
  const bytes = await photoLikeImage(400, 300);
  const record = await intake.take(bytes);
  await sweep(intake, {});

  await intake.take(bytes);

  expect((await sweep(intake, { day: 8 })).removed).toEqual([]);
  expect(await intake.storage.has(originalKey(record))).toBe(true);
});

test("a concurrent upload leaves a binary complete or restores it", async () => {
  const intake = await testIntake();
  const bytes = await photoLikeImage(400, 300);
  for (let round = 0; round < 10; round += 1) {
    await intake.take(bytes);
    await sweep(intake, { day: round * 20 });

    const [record] = await Promise.all([
      intake.take(bytes),
      sweep(intake, { day: round * 20 + 10 }),
      intake.take(bytes),
    ]);

    const keys = [originalKey(record), ...record.variants.map((copy) => variantKey(record, copy))];
    for (const key of keys) expect(await intake.storage.has(key)).toBe(true);
  }
});

test("treats an object removed just before it is read as missing", async () => {
  let isGone = false;
  const removing = (storage: MediaStorage): MediaStorage => ({
    ...storage,
    read: async (key) => {
      if (isGone) for await (const one of storage.list()) await storage.remove(one);
      return storage.read(key);
    },
  });
  const intake = await testIntake(removing);
  const bytes = await photoLikeImage(400, 300);
  await intake.take(bytes);
  await sweep(intake, {});

  isGone = true;
  const again = await intake.take(bytes);
  expect(await intake.storage.has(originalKey(again))).toBe(true);
  await sweep(intake, {});
  expect(await sweep(intake, { day: 8 })).toMatchObject({ removed: [] });
});

test("keeps binaries that came into use during the sweep", async () => {
  const intake = await testIntake();
  const record = await intake.take(await photoLikeImage(400, 300));
  await sweep(intake, {});
  let calls = 0;
  const used = async (): Promise<Set<string>> => {
    calls += 1;
    return new Set(calls === 1 ? [] : [record.sha256]);
  };

  const report = await intake.sweep({ used, now: () => new Date(Date.UTC(2027, 0, 1)) });

  expect(report.removed).toEqual([]);
  expect(await intake.storage.has(originalKey(record))).toBe(true);
});

async function unreadable(): Promise<never> {
  throw new Error("a repository cannot be read");
}

test("removes nothing if it is unknown what is in use", async () => {
  const intake = await testIntake();
  await intake.take(await photoLikeImage(400, 300));
  const before = await intake.objects();

  await expect(intake.sweep({ used: unreadable })).rejects.toThrow("a repository cannot be read");

  expect(await intake.objects()).toEqual(before);
});

test("removes the note of a re-encoded upload with its result", async () => {
  const intake = await testIntake();
  const turned = await sharp(await photoLikeImage(400, 300))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await intake.take(turned);
  await sweep(intake, {});
  expect(await intake.objects()).toContain("ingested-2.json");

  await sweep(intake, { day: 8 });
  await sweep(intake, { day: 9 });

  expect(await intake.objects()).toEqual([]);
});
