import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { hq, type HqResult } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { startS3Server } from "../support/s3/s3-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Each test runs many processes in sequence. */

const BASE = { LOAM_BASE_URL: "https://hq.test" };

async function jsonOf(result: Promise<HqResult>): Promise<unknown> {
  const value: unknown = JSON.parse((await result).out);
  return value;
}

describe("hq with its files in buckets", () => {
  test("imports, publishes, serves, and repairs changed objects", async () => {
    const server = await startS3Server();
    const folder = await temporaryFolder();
    const port = await freePort();
    const env = {
      LOAM_PORT: String(port),
      ...server.env,
      LOAM_PUBLIC_STORAGE: server.url("public"),
      LOAM_MEDIA_STORAGE: server.url("media"),
    };
    const source = join(import.meta.dirname, "../fixtures/import/astro");
    await hq(["init"], { folder, env });
    const imported = await hq(
      ["import", source, "--create", "Blog", "--yes", "--publish", "--json"],
      { folder, env },
    );
    expect(imported).toMatchObject({ code: 0 });
    const [{ id = "" } = {}] = await listSites(folder, env);
    expect(id).toMatch(/^s/);
    const bucket = server.bucket(`public/${id}`);
    const index = JSON.parse(await text((await bucket.get("api/index.json")).body));
    expect(index.contentTypes.length).toBeGreaterThan(0);
    expect(await readdir(join(folder, "data"))).not.toContain("public");
    expect(await readdir(join(folder, "data"))).not.toContain("media");

    const running = await runHq({ folder, env });
    const path = `/public/${id}/api/${index.contentTypes[0].apiId}.json`;
    const served = await fetch(`${running.url}${path}`);
    expect(served.status).toBe(200);
    const list = await served.text();
    // Alongside the running server.
    expect(await hq(["verify"], { folder, env })).toMatchObject({ code: 0 });
    const key = path.replace(`/public/${id}/`, "");
    await bucket.put(key, Buffer.from(list.replace(/[a-z]/, "X")), {
      contentType: "application/json; charset=utf-8",
    });
    const verified = hq(["verify", "Blog", "--json"], { folder, env });
    expect(await verified).toMatchObject({
      code: 1,
      err: expect.stringContaining("files_differ"),
    });
    expect(await jsonOf(verified)).toMatchObject({
      sites: [{ site: id, name: "Blog", findings: [{ kind: "altered", path: key }] }],
    });
    expect(await hq(["repair"], { folder, env })).toMatchObject({
      code: 5,
      err: expect.stringContaining("data_dir_locked"),
    });
    await running.close();
    expect(await hq(["repair"], { folder, env })).toMatchObject({ code: 0 });
    expect(await text((await bucket.get(key)).body)).toBe(list);
    expect(await hq(["verify", "--deep"], { folder, env })).toMatchObject({ code: 0 });
  });

  test("returns 503 while the bucket is unreadable", async () => {
    const server = await startS3Server();
    const { url } = await runHq({ env: { ...server.env, LOAM_PUBLIC_STORAGE: server.url() } });
    server.fail({ kind: "access-denied" });
    const answer = await fetch(`${url}/public/saaaaaaaaaaaaaaaaaaa/api/posts.json`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toMatch(/denied|bucket|127\.0\.0\.1/i);
  });
});

async function listSites(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly { id?: string }[]> {
  const { out } = await hq(["site", "list", "--json"], { folder, env });
  return JSON.parse(out);
}

describe.for(["folder", "bucket"] as const)("hq repair of a %s", (kind) => {
  test("makes public files match the published content and reports it", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    const server = await startS3Server();
    const env =
      kind === "folder"
        ? BASE
        : { ...BASE, ...server.env, LOAM_PUBLIC_STORAGE: server.url("public") };
    const files = join(folder, "data/public", siteId);
    const bucket = server.bucket(`public/${siteId}`);
    const run = (...args: string[]): Promise<HqResult> => hq(args, { folder, env });
    await run("publish", "Blog", "posts/one", "people/ada", "--schemas");
    expect(await run("verify")).toEqual({
      code: 0,
      out: `Blog (${siteId}): 10 files, no problems.\nControl database: no problems.\nAudit log: not verified, because the key that signs it is missing.\n`,
      err: "",
    });

    await (kind === "folder"
      ? writeFile(join(files, "api/posts/draft.json"), "leaked")
      : bucket.put("api/posts/draft.json", Buffer.from("leaked")));
    await (kind === "folder"
      ? rm(join(files, "api/posts/one.json"))
      : bucket.delete(["api/posts/one.json"]));
    const found = await run("verify", siteId);
    expect(found).toMatchObject({
      code: 1,
      err: "hq: files_differ: 2 public files do not match what is published. Run hq repair to rewrite them.\n",
    });
    expect(found.out).toMatch(/^ {2}extra +api\/posts\/draft\.json$/m);
    expect(found.out).toMatch(/^ {2}missing +api\/posts\/one\.json$/m);
    const repaired = await run("repair");
    expect(repaired).toMatchObject({ code: 0, err: "" });
    expect(repaired.out).toContain(
      "repaired 2 of 10 files, caught up on 0 changes; all as published.",
    );
    expect(await run("verify")).toMatchObject({ code: 0 });
    expect(await run("verify", "Nothing")).toMatchObject({ code: 3 });
  });
});
