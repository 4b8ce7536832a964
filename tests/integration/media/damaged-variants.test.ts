import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { hq } from "../../support/hq/hq-process.ts";
import { runHq } from "../../support/hq/running-hq.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const BASE = { LOAM_BASE_URL: "http://127.0.0.1:4499", LOAM_BILLING: "none" };

/** A published site that shows a photo, with the folders of its files in media storage and public storage. */
async function publishedPhoto() {
  const folder = await temporaryFolder();
  const noise = { type: "gaussian", mean: 128, sigma: 25 } as const;
  const photo = sharp({
    create: { width: 700, height: 400, channels: 3, background: "#000", noise },
  });
  await mkdir(join(folder, "blog"));
  await writeFile(join(folder, "blog/a.jpg"), await photo.jpeg({ quality: 90 }).toBuffer());
  await writeFile(join(folder, "blog/one.md"), "---\ntitle: One\n---\n![](a.jpg)\n");
  await hq(["init"], { folder, env: BASE });
  const imported = ["import", "blog", "--create", "Blog", "--yes", "--publish", "--json"];
  expect((await hq(imported, { folder, env: BASE })).code).toBe(0);
  const stored = await onlyFolder(join(folder, "data/media"), /^[0-9a-f]{2}$/, /^[0-9a-f]{64}$/);
  const shown = await onlyFolder(join(folder, "data/public"), /^s/, /^media$/, /^[0-9a-f]{16}$/);
  const url = shown.slice(join(folder, "data/public").length);
  return { folder, stored, shown, url };
}

async function onlyFolder(root: string, ...names: readonly RegExp[]): Promise<string> {
  let path = root;
  for (const name of names) {
    const found = (await readdir(path)).filter((one) => name.test(one));
    expect(found).toHaveLength(1);
    path = join(path, found[0] ?? "");
  }
  return path;
}

const NAMES = ["a.jpg", "320.webp", "320.avif", "640.webp", "640.avif"];

async function filesOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  return new Map(
    await Promise.all(
      NAMES.map(async (name) => [name, await readFile(join(folder, name))] as const),
    ),
  );
}

test("damaged public media are served from media storage, and repaired", async () => {
  const { folder, stored, shown, url } = await publishedPhoto();
  const whole = await filesOf(shown);
  for (const [name, bytes] of whole) await writeFile(join(shown, name), bytes.subarray(0, 99));
  // Its copy in media storage is damaged, too.
  await writeFile(join(stored, "640.webp"), "damaged");
  await rm(join(stored, "320.avif"));

  const server = await runHq({ folder, env: { LOAM_DATA: "data" } });
  for (const [name, bytes] of whole) {
    const at = `${server.url}/public${url}/${name}`;
    const response = await fetch(at);
    expect([name, response.status]).toEqual([name, 200]);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get("content-type")).toBe(
      name === "a.jpg" ? "image/jpeg" : `image/${name.slice(4)}`,
    );
    expect(response.headers.get("cache-control")).toContain("immutable");
    const part = await fetch(at, { headers: { range: "bytes=3-5" } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      bytes.subarray(3, 6),
    ]);
  }
  await server.close();

  expect((await hq(["verify"], { folder, env: BASE })).code).toBe(1);
  expect((await hq(["repair"], { folder, env: BASE })).code).toBe(0);
  expect(await filesOf(shown)).toEqual(whole);
  expect((await hq(["verify", "--deep"], { folder, env: BASE })).code).toBe(0);
});

test("variants without hashes are created again and never served as they are", async () => {
  const { folder, stored, shown, url } = await publishedPhoto();
  const whole = await filesOf(shown);
  await rm(join(stored, "sums"));
  // Both copies are the same, as after damage before the publish.
  const wrong = await sharp({
    create: { width: 640, height: 366, channels: 3, background: "#f00" },
  })
    .webp()
    .toBuffer();
  for (const place of [stored, shown]) await writeFile(join(place, "640.webp"), wrong);

  const server = await runHq({ folder, env: { LOAM_DATA: "data" } });
  for (const name of ["640.webp", "320.webp"]) {
    const response = await fetch(`${server.url}/public${url}/${name}`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole.get(name) ?? wrong)).toBe(true);
  }
  await server.close();
  const repaired = await hq(["repair"], { folder, env: BASE });
  expect([repaired.code, repaired.out]).toEqual([
    0,
    expect.stringMatching(/restored: .*320\.avif/),
  ]);
  expect(await filesOf(shown)).toEqual(whole);
  expect(Object.keys(JSON.parse(await readFile(join(stored, "sums"), "utf8"))).toSorted()).toEqual(
    NAMES.slice(1).toSorted(),
  );
});

test("variants that are lost everywhere are created again by a repair", async () => {
  const { folder, stored, shown } = await publishedPhoto();
  const whole = await filesOf(shown);
  for (const name of NAMES.slice(1)) {
    await rm(join(stored, name));
    await rm(join(shown, name));
  }
  const verified = await hq(["verify"], { folder, env: BASE });
  expect([verified.code, verified.out]).toEqual([1, expect.stringMatching(/missing: .*320\.webp/)]);
  // A check changes nothing.
  expect(await readdir(stored)).not.toContain("320.webp");
  await rm(join(stored, "sums"));
  expect((await hq(["repair"], { folder, env: BASE })).code).toBe(0);
  expect(await filesOf(shown)).toEqual(whole);
});

test("media without an intact copy are not served", async () => {
  const { folder, stored, shown, url } = await publishedPhoto();
  for (const place of [join(stored, "original"), join(shown, "a.jpg"), join(shown, "320.webp")]) {
    await writeFile(place, "damaged");
  }
  await writeFile(join(stored, "320.webp"), "damaged");
  const server = await runHq({ folder, env: { LOAM_DATA: "data" } });
  for (const name of ["a.jpg", "320.webp"]) {
    const response = await fetch(`${server.url}/public${url}/${name}`);
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ code: "media_damaged" }),
    ]);
  }
});
