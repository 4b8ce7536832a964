import { expect, test } from "vitest";
import { originalKey } from "../storage/media-storage.ts";
import { testIntake } from "./intake.fixture.ts";

const LOGO = Buffer.from(
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100000 50"><script>alert(1)</script><path d="M0 0"/></svg>`,
);

test("MED-04 rejects an SVG and explains how a site allows it", async () => {
  const intake = await testIntake();

  await expect(intake.take(LOGO, "logo.svg")).rejects.toMatchObject({
    code: "unsupported_media_type",
    message: expect.stringContaining("site.yml"),
  });

  expect(await intake.objects()).toEqual([]);
});

test("stores a sanitized SVG without rendering it if the site allows it", async () => {
  const intake = await testIntake();

  const record = await intake.take(LOGO, "logo.png", { svg: "clean" });

  expect(record).toMatchObject({
    filename: "logo.svg",
    mimeType: "image/svg+xml",
    width: 100_000,
    height: 50,
    variants: [],
  });
  expect(record.thumbHash).toBeUndefined();
  const stored = await intake.storage.read(originalKey(record));
  expect(Buffer.from(stored).toString()).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100000 50"><path d="M0 0"/></svg>\n`,
  );
  expect(record.byteSize).toBe(stored.length);
});

test("rejects a damaged SVG and one over 1 MB", async () => {
  const intake = await testIntake();
  const broken = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><g></svg>`);
  const large = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><path d="${"M0 0".repeat(300_000)}"/></svg>`,
  );

  await expect(intake.take(broken, "x.svg", { svg: "clean" })).rejects.toMatchObject({
    code: "unreadable_image",
  });
  await expect(intake.take(large, "x.svg", { svg: "clean" })).rejects.toMatchObject({
    code: "too_large",
  });
  expect(await intake.objects()).toEqual([]);
});
