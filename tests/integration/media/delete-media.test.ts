import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { mediaPath } from "@loam/cms-core/content";
import { openMediaIntake, originalKey, type MediaIntake } from "@loam/cms-core/media";
import {
  deleteMedia,
  findMediaUsers,
  publishEntries,
  unpublishEntries,
} from "@loam/cms-core/publish";
import { mediaInUse } from "@loam/cms-core/site";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { ACTOR, type Blog, createBlog, publish } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DAY = 24 * 60 * 60 * 1000;

async function blog(): Promise<Blog> {
  const site = await createBlog(await temporaryFolder());
  onTestFinished(() => site.store.close());
  return site;
}

async function intakeOf({ media, folder }: Blog): Promise<MediaIntake> {
  const intake = await openMediaIntake({ storage: media, folder: join(folder, "uploads") });
  onTestFinished(() => intake.close());
  return intake;
}

/** Sweeps twice, so far apart that the second sweep removes what the first one found unused. */
async function sweepTwice(intake: MediaIntake, { store }: Blog): Promise<readonly string[]> {
  const used = (): Promise<Set<string>> => mediaInUse(store.repository);
  await intake.sweep({ used });
  const later = new Date(Date.now() + 8 * DAY);
  return (await intake.sweep({ used, now: () => later })).removed;
}

test("refuses to delete a file used by published entries and names them", async () => {
  const site = await blog();
  const cover = await site.addMedia("cover");
  const inField = await site.save("posts", "field", { title: "A", cover: { id: cover } });
  const inText = await site.save("posts", "text", { title: "B", body: `![x](/media/${cover})` });
  await site.save("posts", "draft", { title: "C", cover: { id: cover } });
  await publish(site, inField.id, inText.id);

  const refused = deleteMedia(site.store, cover, { actor: ACTOR });

  await expect(refused).rejects.toMatchObject({ code: "media_in_use" });
  const error: unknown = await refused.catch((reason: unknown) => reason);
  const named = Object(Object(error).details).entries.map(({ slug }: { slug: string }) => slug);
  expect(named.toSorted()).toEqual(["field", "text"]);
  expect(site.store.mediaIds()).toContain(cover);
});

test("ignores unpublished uses and warns about drafts", async () => {
  const site = await blog();
  const cover = await site.addMedia("cover");
  const post = await site.save("posts", "a", { title: "A", cover: { id: cover } });
  await publish(site, post.id);
  await unpublishEntries(site.store, { ids: [post.id], actor: ACTOR });

  const { drafts, commit } = await deleteMedia(site.store, cover, { actor: ACTOR });

  expect(drafts).toMatchObject([{ id: post.id, type: "posts", slug: "a" }]);
  expect(site.store.head()).toBe(commit);
  expect(site.store.mediaIds()).not.toContain(cover);
  const { warnings } = await publish(site, post.id);
  expect(warnings.get(post.id)).toMatchObject([{ code: "dangling_reference", field: "cover" }]);

  // The publish finds no earlier live use either: nothing uses the file, so its binary can be removed.
  const { repository } = site.store;
  const live = await repository.resolveRef("refs/heads/published");
  expect(live && (await repository.readPath(live, mediaPath(cover)))).toBeUndefined();
  expect([...(await mediaInUse(repository))]).toEqual([]);
});

test("allows deletion if neither live entries nor other drafts use the file", async () => {
  const site = await blog();
  const cover = await site.addMedia("cover");
  const post = await site.save("posts", "a", { title: "A" });
  await publish(site, post.id);
  await site.save("posts", "a", { title: "A", cover: { id: cover } }, post.id);

  expect(await findMediaUsers(site.store, cover)).toMatchObject({
    published: [],
    working: [{ id: post.id }],
  });
  await deleteMedia(site.store, cover, { actor: ACTOR });
});

test("refuses to delete missing or changed files", async () => {
  const site = await blog();
  const cover = await site.addMedia("cover");
  const expected = site.store.mediaBlob(cover);
  await site.store.editMedia(cover, { alt: "New" }, { actor: ACTOR });

  const stale = deleteMedia(site.store, cover, { actor: ACTOR, ...(expected && { expected }) });

  await expect(stale).rejects.toMatchObject({ code: "stale" });
  await expect(deleteMedia(site.store, "mabcdefghijklmnopqrs", { actor: ACTOR })).rejects.toThrow(
    "There is no media record",
  );
});

test("sweeps the binary of a deleted record after a week unless a branch uses it", async () => {
  const site = await blog();
  const intake = await intakeOf(site);
  const [gone, live, reviewed] = [
    await site.addMedia("gone"),
    await site.addMedia("live"),
    await site.addMedia("reviewed"),
  ];
  const records = await Promise.all([gone, live, reviewed].map((id) => site.store.readMedia(id)));
  const post = await site.save("posts", "a", { title: "A", cover: { id: live } });
  await publish(site, post.id);
  await site.store.applyFiles(new Map([[mediaPath(live), null]]), {
    actor: ACTOR,
    message: "Delete by hand",
  });
  const git = (...args: string[]): void =>
    void execFileSync("git", ["--git-dir", site.store.repository.gitDir, ...args]);
  git("update-ref", "refs/heads/change/1-cover", "refs/heads/main");
  git("pack-refs", "--all");
  await site.store.removeMedia(gone, { actor: ACTOR });
  await site.store.removeMedia(reviewed, { actor: ACTOR });
  // The change request keeps all three; without it, only published ones stay.
  expect(await sweepTwice(intake, site)).toEqual([]);
  git("update-ref", "-d", "refs/heads/change/1-cover");

  const removed = await sweepTwice(intake, site);

  const hashes = records.map(({ sha256 }) => sha256);
  expect(removed.toSorted()).toEqual([hashes[0] ?? "", hashes[2] ?? ""].toSorted());
  const publisher = await blogPublisher(site);
  onTestFinished(() => publisher.close());
  expect((await publisher.follow()).problems).toEqual([]);
});

test("MED-13 refuses an entry while a variant is missing and publishes it afterwards", async () => {
  const site = await blog();
  const intake = await intakeOf(site);
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const content = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#000", noise },
  })
    .jpeg()
    .toBuffer();
  const upload = { content, filename: "a.jpg", alt: "", createdAt: "2026-01-01T00:00:00.000Z" };
  const record = await intake.ingest(upload);
  await site.store.addMedia(record, { actor: ACTOR });
  const post = await site.save("posts", "a", { title: "A", cover: { id: record.id } });
  const entries = [{ id: post.id }];
  const wanted = { entries, actor: ACTOR, media: site.media };
  const copy = `${record.sha256.slice(0, 2)}/${record.sha256}/320.avif`;
  await site.media.remove(copy);

  await expect(publishEntries(site.store, wanted)).rejects.toMatchObject({
    code: "publish_refused",
    issues: [{ code: "media_missing", field: "cover" }],
  });
  expect(await site.store.repository.resolveRef("refs/heads/published")).toBeUndefined();

  await intake.ingest(upload);
  expect(await site.media.has(copy)).toBe(true);
  expect(await site.media.has(originalKey(record))).toBe(true);
  expect((await publishEntries(site.store, wanted)).records).toHaveLength(1);
});

test("edits alt text and focal point in one commit each and publishes them", async () => {
  const site = await blog();
  const cover = await site.addMedia("cover", "Old");
  const first = site.store.mediaBlob(cover);

  const saved = await site.store.editMedia(
    cover,
    { alt: " A  new\ntext ", focalPoint: { x: 0.25, y: 1 / 3 } },
    { actor: ACTOR, ...(first && { expected: first }) },
  );

  expect(saved.record).toMatchObject({ alt: "A new text" });
  expect(await site.store.readMedia(cover)).toMatchObject({
    alt: "A new text",
    focalPoint: { x: 0.25, y: 0.333333 },
  });
  expect(site.store.mediaBlob(cover)).toBe(saved.blob);
  const again = await site.store.editMedia(cover, { alt: "A new text" }, { actor: ACTOR });
  expect(again.commit).toBe(saved.commit);
  const stale = site.store.editMedia(cover, { alt: "x" }, { actor: ACTOR, expected: first ?? "" });
  await expect(stale).rejects.toMatchObject({ code: "stale" });
  const outside = { focalPoint: { x: 0, y: 1.1 } };
  await expect(site.store.editMedia(cover, outside, { actor: ACTOR })).rejects.toMatchObject({
    code: "invalid",
    issues: [{ field: "focalPoint" }],
  });
  const post = await site.save("posts", "a", { title: "A", cover: { id: cover } });
  await publish(site, post.id);
  const publisher = await blogPublisher(site);
  onTestFinished(() => publisher.close());
  await publisher.follow();
  const json: unknown = JSON.parse(publisher.live().find("posts", "a")?.json ?? "");
  expect(json).toMatchObject({
    cover: { alt: "A new text", focalPoint: { x: 0.25, y: 0.333333 } },
  });
  const centred = await site.store.editMedia(cover, { focalPoint: null }, { actor: ACTOR });
  expect(centred.record.focalPoint).toBeUndefined();
});
