import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CmsError } from "../../base/errors.ts";
import type { IngestOptions } from "./ingest-media.ts";
import { photoLikeImage, testIntake } from "./intake.fixture.ts";

/** A quota like that of a control database: reserves and releases run one by one. */
function quotaOf(limit: number): {
  used: () => number;
  reserve: Required<IngestOptions>["reserve"];
} {
  let used = 0;
  return {
    used: () => used,
    reserve: async ({ byteSize }) => {
      await sleep(1);
      if (used + byteSize > limit) throw new CmsError("quota_exceeded", "The storage is full.");
      used += byteSize;
      return {
        release: async () => {
          used -= byteSize;
        },
      };
    },
  };
}

test("stores one of two uploads that race for the last byte", async () => {
  const intake = await testIntake();
  const texts = ["a".repeat(600), "b".repeat(400), "c".repeat(401)].map((text) =>
    Buffer.from(text),
  );
  const quota = quotaOf(1000);
  const { reserve } = quota;

  const outcomes = await Promise.allSettled(
    texts.map((bytes) => intake.take(bytes, "x.txt", { reserve })),
  );

  const codes = outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "stored"));
  expect(codes.filter((code) => code === "quota_exceeded")).toHaveLength(1);
  expect(quota.used()).toBeLessThanOrEqual(1000);
  expect((await intake.objects()).filter((name) => name === "original")).toHaveLength(2);
});

test("stores nothing of an upload one byte over the quota", async () => {
  const intake = await testIntake();
  const bytes = await photoLikeImage(400, 300);
  const { reserve } = quotaOf(bytes.length - 1);

  await expect(intake.take(bytes, "x.jpg", { reserve })).rejects.toMatchObject({
    code: "quota_exceeded",
  });

  expect(await intake.objects()).toEqual([]);
});

test("reserves the exact stored size, also for stored bytes", async () => {
  const intake = await testIntake();
  const bytes = await photoLikeImage(400, 300);
  const reservations: unknown[] = [];
  const reserve: IngestOptions["reserve"] = async (media) => {
    reservations.push(media);
    return { release: async () => undefined };
  };

  const first = await intake.take(bytes, "x.jpg", { reserve });
  const second = await intake.take(bytes, "y.jpg", { reserve });

  const { sha256, byteSize } = first;
  expect(reservations).toEqual([
    { sha256, byteSize },
    { sha256, byteSize },
  ]);
  expect(second.sha256).toBe(sha256);
});

test("releases a reservation when storing fails", async () => {
  const intake = await testIntake();
  const quota = quotaOf(1000);
  const broken = new CmsError("storage_failed", "The disk is full.");
  intake.storage.put = () => Promise.reject(broken);

  await expect(intake.take(Buffer.from("text"), "x.txt", quota)).rejects.toBe(broken);

  expect(quota.used()).toBe(0);
});
