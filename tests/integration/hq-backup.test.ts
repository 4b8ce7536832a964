import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { chmod, mkdir, readFile, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openRepository } from "@loam/cms-core/git";
import { openSiteStore } from "@loam/cms-core/site";
import { listWorkspaces, openHq, parseConfig, type RunningHq } from "@loam/hq";
import { describe, expect, inject, test } from "vitest";
import { databaseEnvironment } from "../support/hq/hq-database.ts";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { startS3Server } from "../support/s3/s3-server.ts";
import { damageObject } from "../support/site/damage-object.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ACTOR = { name: "Ann", email: "ann@example.test" };
const KEY = `aa/${"a".repeat(64)}/sky.png`;

/** Saves people until it is stopped. @returns the acknowledged slugs, in order */
async function keepSaving({ sites }: RunningHq, siteId: string, until: { stopped: boolean }) {
  const { store } = await sites.content(siteId);
  const saved: string[] = [];
  while (!until.stopped) {
    const slug = `p${saved.length}`;
    await store.saveEntry(
      { type: "people", slug, values: new Map([["title", slug]]) },
      { actor: ACTOR },
    );
    await sites.follow(siteId);
    saved.push(slug);
  }
  return saved;
}

/** Creates a skill with one version, as HQ stores it. */
async function pushVersion(gitDir: string): Promise<void> {
  const repository = await openRepository(gitDir, { create: true });
  const files = new Map([["skills/one/SKILL.md", Buffer.from("Do it.\n")]]);
  const change = { files, author: ACTOR, message: "Push one" };
  const { commit } = await repository.commit("refs/heads/main", change);
  const tag = { name: "one/v1", commit, tagger: ACTOR, when: new Date(0), trailers: {} };
  await repository.addTags([tag]);
  await repository.close();
}

/** Git's packs are read-only. */
async function writeTo(path: string, bytes: Buffer): Promise<void> {
  await chmod(path, 0o600);
  await writeFile(path, bytes);
}

async function slugsOf(folder: string, siteId: string): Promise<readonly string[]> {
  const gitDir = join(folder, "data/sites", `${siteId}.git`);
  execFileSync("git", ["-C", gitDir, "fsck", "--strict"], { stdio: "pipe" });
  const store = await openSiteStore(gitDir);
  const slugs = store.entries("people").map(({ slug }) => slug);
  expect(store.problems()).toEqual([]);
  await store.close();
  return slugs;
}

// With PostgreSQL, pg_dump backs up the rows (docs/how-to/back-up-and-restore.md).
describe.skipIf(inject("postgresUrl") !== undefined)("a backup", () => {
  test("DUR-05 DUR-06 contains everything acknowledged before and restores to a valid HQ", async () => {
    const folder = await temporaryFolder("backup");
    const { siteId } = await makeHqSite(folder);
    await hq(["publish", siteId, "posts/one", "people/ada"], { folder });
    const env = { LOAM_BASE_URL: "http://hq.example.test" };
    const running = await runHq({ folder, env: { ...env, LOAM_DATA: "data" } });
    const media = await running.hq.storages.openMedia();
    await media.put(KEY, Buffer.from("sky"));

    const [workspace] = await listWorkspaces(running.hq.database);
    const skillsAt = join("data/skills", `${workspace?.id ?? ""}.git`);
    await pushVersion(join(folder, skillsAt));

    const until = { stopped: false };
    const saving = keepSaving(running, siteId, until);
    await expect
      .poll(async () => (await running.sites.content(siteId)).store.entries("people").length)
      .toBeGreaterThan(3);
    const { store } = await running.sites.content(siteId);
    const before = store.entries("people").map(({ slug }) => slug);
    const file = join(folder, "hq.backup");
    const made = await hq(["backup", file, "--json"], { folder, env });
    until.stopped = true;
    const saved = await saving;
    expect([made.code, made.err]).toEqual([0, ""]);
    expect(JSON.parse(made.out)).toMatchObject({
      file,
      sites: [{ id: siteId }],
      database: "sqlite",
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes("unfinished"))).toEqual([]);
    expect(saved.length).toBeGreaterThan(before.length - 1);
    await running.close();

    const other = await temporaryFolder("restore");
    const restored = await hq(["restore", file, "--json"], { folder: other, env });
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(JSON.parse(restored.out)).toMatchObject({ sites: 1, media: 1, hasKey: false });
    const slugs = await slugsOf(other, siteId);
    expect(slugs).toEqual(expect.arrayContaining([...before]));
    expect(await readFile(join(other, "data/media", KEY), "utf8")).toBe("sky");
    const tags = execFileSync("git", ["--git-dir", join(other, skillsAt), "tag"], {
      encoding: "utf8",
    });
    expect(tags).toBe("one/v1\n");
    expect(existsSync(join(other, "data/secret.key"))).toBe(false);
    expect((await hq(["verify", "--deep"], { folder: other, env })).code).toBe(0);
    const pack = globSync(join(other, skillsAt, "objects/pack/*.pack"))[0] ?? "";
    const whole = await readFile(pack);
    await writeTo(pack, Buffer.alloc(whole.length));
    const broken = await hq(["verify"], { folder: other, env });
    expect(broken.out + broken.err).toContain("A skill repository is damaged");
    await writeTo(pack, whole);
    expect((await hq(["audit", "verify"], { folder: other, env })).code).toBe(0);
    const server = await hqServer({ folder: other });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const post = await fetch(`${server.url}/public/${siteId}/api/posts/one.json`);
    expect(await post.json()).toMatchObject({ slug: "one", author: { slug: "ada" } });
  });

  test("includes the secret key on request and restores only into an empty folder", async () => {
    const folder = await temporaryFolder("backup");
    await makeHqSite(folder);
    await writeFile(join(folder, "data/secret.key"), "the key");
    const file = join(folder, "hq.backup");
    expect((await hq(["backup", file, "--with-keys"], { folder })).code).toBe(0);
    const again = await hq(["backup", file], { folder });
    expect([again.code, again.err]).toEqual([5, expect.stringContaining("--force")]);

    const full = await hq(["restore", file], { folder });
    expect([full.code, full.err]).toEqual([5, expect.stringContaining("is not empty")]);
    const other = await temporaryFolder("restore");
    expect((await hq(["restore", file], { folder: other })).code).toBe(0);
    expect(await readFile(join(other, "data/secret.key"), "utf8")).toBe("the key");
    expect((await stat(join(other, "data/secret.key"))).mode & 0o777).toBe(0o600);
  });

  test("names the bucket of its media on restore", async () => {
    const s3 = await startS3Server();
    const folder = await temporaryFolder("backup");
    await makeHqSite(folder);
    const file = join(folder, "hq.backup");
    const env = { ...s3.env, LOAM_MEDIA_STORAGE: s3.url("media") };
    expect((await hq(["backup", file], { folder, env })).code).toBe(0);
    const other = await temporaryFolder("restore");
    const { out } = await hq(["restore", file], { folder: other });
    expect(out).toMatch(
      /The backup does not contain media. They were at s3:.* Set LOAM_MEDIA_STORAGE/,
    );
    const third = await temporaryFolder("restore");
    expect((await hq(["restore", file], { folder: third, env })).out).not.toContain(
      "contain media",
    );
  });

  test("omits and reports damaged files, and a repair uses it", async () => {
    const folder = await temporaryFolder("backup");
    const { siteId } = await makeHqSite(folder);
    const { out } = await hq(["site", "create", "Other", "--json"], { folder });
    const whole = join(folder, "whole.backup");
    const sha256 = createHash("sha256").update("sky").digest("hex");
    const original = join(folder, "data/media", sha256.slice(0, 2), sha256, "original");
    await mkdir(dirname(original), { recursive: true });
    await writeFile(original, "sky");
    expect((await hq(["backup", whole], { folder })).code).toBe(0);

    const gitDir = join(folder, "data/sites", `${siteId}.git`);
    const tree = execFileSync("git", ["-C", gitDir, "rev-parse", "main^{tree}"], {
      encoding: "utf8",
    });
    damageObject(gitDir, tree.trim(), "removed");
    await writeFile(original, "fog");
    const file = join(folder, "hq.backup");
    const made = await hq(["backup", file, "--json"], { folder });
    expect([made.code, made.err]).toEqual([
      1,
      expect.stringMatching(new RegExp(`repository_broken.*sites/${siteId}\\.git .*hq verify`)),
    ]);
    expect(JSON.parse(made.out)).toMatchObject({
      sites: [{ id: String(Object(JSON.parse(out)).id) }],
      missing: [{ folder: "sites", id: siteId }],
      media: [{ kind: "damaged", key: expect.stringContaining(sha256) }],
    });
    const restored = await hq(["restore", file], { folder: await temporaryFolder("restore") });
    expect([restored.code, restored.err]).toEqual([1, expect.stringContaining(siteId)]);
    const verified = await hq(["verify", "--deep"], { folder });
    expect([verified.code, verified.out]).toEqual([
      1,
      expect.stringContaining(`damaged: ${sha256.slice(0, 2)}/`),
    ]);
    expect((await hq(["doctor"], { folder })).code).toBe(1);

    expect((await hq(["repair"], { folder })).code).toBe(1);
    expect((await hq(["repair", "--from", whole], { folder })).code).toBe(0);
    expect((await hq(["verify", "--deep"], { folder })).code).toBe(0);
    expect(await readFile(original, "utf8")).toBe("sky");
  });

  test("removes leftovers of killed backups but not of active ones", async () => {
    const folder = await temporaryFolder("backup");
    await hq(["init"], { folder });
    const place = join(folder, "backups");
    const killed = `hq.zip.${randomUUID()}.unfinished`;
    const running = `hq.zip.${randomUUID()}.unfinished`;
    await mkdir(place);
    for (const name of [
      killed,
      `${killed}.db`,
      `${killed}.db-journal`,
      running,
      "other.unfinished",
    ]) {
      await writeFile(join(place, name), "");
      if (name !== running) await utimes(join(place, name), 0, 0);
    }
    expect((await hq(["backup", join(place, "new.zip")], { folder })).code).toBe(0);
    expect((await readdir(place)).toSorted()).toEqual(
      [running, "new.zip", "other.unfinished"].toSorted(),
    );
  });

  test("reports a missing target folder", async () => {
    const folder = await temporaryFolder();
    await hq(["init"], { folder });
    const { code, err } = await hq(["backup", join(folder, "absent", "hq.zip")], { folder });
    expect([code, err]).toEqual([
      3,
      `hq: not_found: Folder not found: ${join(folder, "absent")}.\n`,
    ]);
  });

  test("is refused if a byte changed, and nothing is created", async () => {
    const folder = await temporaryFolder("backup");
    await makeHqSite(folder);
    const file = join(folder, "hq.backup");
    expect((await hq(["backup", file], { folder })).code).toBe(0);
    const bytes = await readFile(file);
    const at = bytes.indexOf("# v2 git bundle") + 400;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(file, bytes);
    const other = await temporaryFolder("restore");
    const { code, err } = await hq(["restore", file], { folder: other });
    expect([code, err]).toEqual([1, expect.stringMatching(/^hq: invalid_archive: /)]);
    expect(await readdir(other)).toEqual([]);
  });
});

describe("hq audit", () => {
  test("lists and prunes records and detects a changed one (AUT-23)", async () => {
    const folder = await temporaryFolder("audit");
    const running = await runHq({ folder });
    const signIn = async () =>
      fetch(`${running.url}/api/manage/session`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: running.url },
        body: JSON.stringify({ email: "nobody@example.test", password: "wrong wrong wrong" }),
      });
    expect([(await signIn()).status, (await signIn()).status]).toEqual([401, 401]);
    await running.close();
    const list = await hq(["audit", "list", "--json"], { folder });
    expect(JSON.parse(list.out).records).toMatchObject([
      { seq: 1, outcome: "invalid_credentials", userId: null, times: 2 },
    ]);
    expect((await hq(["audit", "verify"], { folder })).out).toContain("1 record verified");
    const prune = ["audit", "prune", "--before", "2999-01-01", "--json"];
    const pruned = await hq([...prune, "--force", "--yes"], { folder });
    expect(JSON.parse(pruned.out)).toEqual({ pruned: 1, prunedTo: 1 });
    expect((await hq(["audit", "verify"], { folder })).out).toContain("up to 1 were pruned");

    const changed = await openHq(parseConfig(await databaseEnvironment(folder), folder));
    await changed.database.updateTable("audit_log").set({ address: "192.0.2.9" }).execute();
    await changed.close();
    const broken = await hq(["audit", "verify"], { folder });
    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringMatching(/^hq: audit_broken: .* record 2/),
    ]);
  });

  test("refuses another key and restarts if the right one is lost", async () => {
    const folder = await temporaryFolder("audit");
    await hq(["workspace", "create", "one"], { folder });
    const other = {
      LOAM_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      LOAM_PORT: "0",
    };
    for (const args of [["workspace", "create", "two"], ["start"]]) {
      const { code, err } = await hq(args, { folder, env: other });
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^hq: data_dir_unusable: .*different key/),
      ]);
    }
    expect((await hq(["audit", "verify"], { folder })).code).toBe(0);

    expect((await hq(["audit", "verify"], { folder, env: other })).err).toContain("hq audit renew");
    expect((await hq(["audit", "renew"], { folder, env: other })).out).toContain(
      "from record 2 on",
    );
    await hq(["workspace", "create", "two"], { folder, env: other });
    const verified = await hq(["audit", "verify"], { folder, env: other });
    expect([verified.code, verified.out]).toEqual([
      0,
      "2 records verified. 1 from before the log was renewed is not verified.\n",
    ]);
  });
});
