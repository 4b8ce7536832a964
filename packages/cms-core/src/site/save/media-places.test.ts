import { expect, test } from "vitest";
import { mediaPath } from "../../content/site/layout.ts";
import { printMediaFile } from "../../content/site/media-file.ts";
import type { MediaRecord } from "../../model/media.ts";
import { newPlainStore, writeUnchecked } from "../plain-store.fixture.ts";
import { ann, expectSameAsReopened } from "../site-store.fixture.ts";
import type { SiteStore } from "../site-store.ts";

const ID = "maaaaaaaaaaaaaaaaaxy";
const OWN = mediaPath(ID);
const FLAT = `media/${ID}.yml`;

function record(alt: string): MediaRecord {
  return {
    id: ID,
    sha256: "0".repeat(64),
    filename: "a.jpg",
    mimeType: "image/jpeg",
    byteSize: 1,
    alt,
    createdAt: "2026-11-20T09:30:00.000Z",
    variants: [],
  };
}

async function pushed(files: Readonly<Record<string, string>>): Promise<SiteStore> {
  const store = await newPlainStore();
  await writeUnchecked(
    store,
    Object.fromEntries(
      Object.entries(files).map(([path, alt]) => [path, Buffer.from(printMediaFile(record(alt)))]),
    ),
  );
  return store;
}

async function mediaFiles({ repository, head }: SiteStore): Promise<string[]> {
  const files = await repository.listFiles(head());
  return files.map(({ path }) => path).filter((path) => path.startsWith("media/"));
}

test("writes a new media record to the folder of its id", async () => {
  const store = await newPlainStore();
  await store.addMedia(record("new"), ann);
  expect(await mediaFiles(store)).toEqual([OWN]);
});

test("reads, edits, and removes a media record pushed to another path", async () => {
  const store = await pushed({ [FLAT]: "flat" });
  expect(await store.readMedia(ID)).toMatchObject({ alt: "flat" });
  await expect(store.addMedia(record("new"), ann)).rejects.toMatchObject({ code: "id_taken" });
  await store.editMedia(ID, { alt: "edited" }, ann);
  expect(await store.readMedia(ID)).toMatchObject({ alt: "edited" });
  expect(await mediaFiles(store)).toEqual([FLAT]);
  await expectSameAsReopened(store);
  await store.removeMedia(ID, ann);
  expect(await mediaFiles(store)).toEqual([]);
  expect(store.mediaIds()).toEqual([]);
});

test("prefers the file in the standard folder, reports both, and removes them together", async () => {
  const store = await pushed({ [FLAT]: "flat", [OWN]: "own" });
  expect(await store.readMedia(ID)).toMatchObject({ alt: "own" });
  expect(store.problems()).toMatchObject([
    { code: "id_taken", path: FLAT },
    { code: "id_taken", path: OWN },
  ]);
  await store.editMedia(ID, { alt: "edited" }, ann);
  expect(await store.readMedia(ID)).toMatchObject({ alt: "edited" });
  await expectSameAsReopened(store);
  await store.removeMedia(ID, ann);
  expect(await mediaFiles(store)).toEqual([]);
  expect(store.problems()).toEqual([]);
});

test("rejects a second file of a media record and accepts a move", async () => {
  const store = await pushed({ [FLAT]: "flat" });
  const bytes = printMediaFile(record("own"));
  const many = { ...ann, message: "Import" };
  await expect(store.applyFiles(new Map([[OWN, bytes]]), many)).rejects.toMatchObject({
    issues: [{ code: "id_taken", path: OWN }],
  });
  const moved = new Map([
    [OWN, bytes],
    [FLAT, null],
  ]);
  await store.applyFiles(moved, many);
  expect(await mediaFiles(store)).toEqual([OWN]);
  expect(await store.readMedia(ID)).toMatchObject({ alt: "own" });
});
