import { execFile } from "node:child_process";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { type MediaRecord, newId } from "@loam/cms-core";
import { openMediaFolder, openMediaIntake } from "@loam/cms-core/media";
import { openSiteStore } from "@loam/cms-core/site";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { startS3Server } from "../support/s3/s3-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Each test runs many processes in sequence. */

const ACTOR = { name: "Ann", email: "ann@example.test" };

async function picture(width: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 25 } as const;
  return sharp({ create: { width, height: 500, channels: 3, background: "#000", noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

test("hq import stores images in a bucket and serves published ones", async () => {
  const server = await startS3Server();
  const folder = await temporaryFolder();
  const env = {
    LOAM_PORT: String(await freePort()),
    LOAM_BILLING: "none",
    ...server.env,
    LOAM_MEDIA_STORAGE: server.url("media"),
  };
  const source = join(folder, "blog");
  await mkdir(source);
  await writeFile(join(source, "hill.jpg"), await picture(700));
  await writeFile(join(source, "hill.md"), "---\ntitle: Hill\ncover: hill.jpg\n---\nText\n");
  await hq(["init"], { folder, env });
  const imported = await hq(["import", "blog", "--create", "Blog", "--yes", "--publish"], {
    folder,
    env,
  });
  expect(imported).toMatchObject({ code: 0, err: "" });
  const keys: string[] = [];
  for await (const { key } of server.bucket("media").list()) keys.push(key);
  const names = keys.map((key) => key.slice(key.lastIndexOf("/") + 1)).toSorted();
  expect(names).toEqual([
    "320.avif",
    "320.webp",
    "640.avif",
    "640.webp",
    "ingested-2.json",
    "original",
    "sums",
  ]);
  expect(await readdir(join(folder, "data"))).not.toContain("media");
  expect(await readdir(join(folder, "data/uploads"))).toEqual([]);

  const { url } = await runHq({ folder, env });
  const [{ id }] = JSON.parse((await hq(["site", "list", "--json"], { folder, env })).out);
  const index = await json(`${url}/public/${id}/api/index.json`);
  const { contents } = await json(`${url}/public/${id}/api/${index.contentTypes[0].apiId}.json`);
  const { cover } = contents[0];
  expect(cover).toMatchObject({ mime_type: "image/jpeg", width: 700, height: 500 });
  const files = [cover, ...cover.variants];
  const served = await Promise.all(files.map((file) => fetch(file.url)));
  expect(served.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const widths = await Promise.all(
    served.map(async (answer) => (await sharp(await answer.arrayBuffer()).metadata()).width),
  );
  expect(widths).toEqual([700, ...cover.variants.map(({ width }: { width: number }) => width)]);
});

async function json(url: string) {
  const answer = await fetch(url);
  return JSON.parse(await text(answer.body ?? new ReadableStream()));
}

describe("hq media sweep", () => {
  test("removes media unused by any branch a week after marking them", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    const run = (...args: string[]) => hq(["media", "sweep", ...args], { folder });
    const created = await hq(["site", "create", "Second", "--json"], { folder });
    const sites = {
      first: gitDirOf(folder, siteId),
      second: gitDirOf(folder, JSON.parse(created.out).id),
    };
    const [used, reviewed, unused] = [
      await addPicture(folder, sites.first, { width: 330 }),
      await addPicture(folder, sites.second, { width: 340, later: "only in review" }),
      await addPicture(folder, sites.first, { width: 350, later: "removed" }),
    ];
    const objects = async (): Promise<string[]> =>
      (await readdir(join(folder, "data/media"), { recursive: true })).toSorted();
    const before = await objects();

    const dry = await run("--dry-run", "--json");
    expect(JSON.parse(dry.out)).toEqual({
      dryRun: true,
      sites: 2,
      marked: [unused.sha256],
      removed: [],
    });
    expect(await objects()).toEqual(before);
    expect(await run()).toMatchObject({
      code: 0,
      out: `  marked   ${unused.sha256}\nIn 2 sites: 0 unused files removed, 1 marked.\n`,
    });
    expect(await run()).toMatchObject({
      out: expect.stringContaining("0 unused files removed"),
    });

    const week = 7 * 24 * 60 * 60 * 1000;
    await writeFile(markOf(folder, unused), new Date(Date.now() - week).toISOString());
    await rename(sites.second, `${sites.second}.away`);
    expect(await run()).toMatchObject({ code: 3 });
    expect(await objects()).toContain(objectOf(unused));
    await rename(`${sites.second}.away`, sites.second);

    const server = await hqServer({ folder });
    const late = JSON.parse((await run("--dry-run", "--json")).out);
    expect(late).toMatchObject({ marked: [], removed: [unused.sha256] });
    expect(JSON.parse((await run("--json")).out)).toMatchObject({ removed: [unused.sha256] });
    await server.stop("SIGTERM");
    const left = await objects();
    expect(left).not.toContain(objectOf(unused));
    expect(left).toEqual(expect.arrayContaining([objectOf(used), objectOf(reviewed)]));
  });
});

function gitDirOf(folder: string, siteId: string): string {
  return join(folder, "data/sites", `${siteId}.git`);
}

function objectOf({ sha256 }: MediaRecord): string {
  return `${sha256.slice(0, 2)}/${sha256}/original`;
}

function markOf(folder: string, record: MediaRecord): string {
  return join(folder, "data/media", objectOf(record), "../unused");
}

interface Adding {
  readonly width: number;
  /** @default it stays on `main` */
  readonly later?: "removed" | "only in review";
}

/** Uploads an image and commits its record. */
async function addPicture(
  folder: string,
  gitDir: string,
  { width, later }: Adding,
): Promise<MediaRecord> {
  const storage = await openMediaFolder(join(folder, "data/media"));
  await using intake = await openMediaIntake({ storage, folder: join(folder, "uploads") });
  const upload = { content: await picture(width), filename: "p.jpg", alt: "", id: newId("media") };
  const record = await intake.ingest({ ...upload, createdAt: "2026-01-01T00:00:00.000Z" });
  const store = await openSiteStore(gitDir);
  const { commit } = await store.addMedia(record, { actor: ACTOR });
  if (later === "only in review") {
    const args = ["--git-dir", gitDir, "update-ref", "refs/heads/review/new-picture", commit];
    await promisify(execFile)("git", args);
  }
  if (later !== undefined) await store.removeMedia(record.id, { actor: ACTOR });
  await store.close();
  return record;
}
