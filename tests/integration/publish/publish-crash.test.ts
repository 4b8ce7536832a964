import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openPublicBucket, PUBLISHED_REF } from "@loam/cms-core/publish";
import { expect, onTestFinished, test, vi } from "vitest";
import { runAndKill } from "../../support/kill-child.ts";
import { startS3Server } from "../../support/s3/s3-server.ts";
import {
  type BlogPublisher,
  blogPublisher,
  freshContent,
} from "../../support/site/blog-publisher.ts";
import { type Blog, createBlog, openBlog, publish } from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { rounds } from "../../support/test-rounds.ts";

const PROGRAM = resolve(import.meta.dirname, "publish-until-killed.ts");
/** Increase manually when the publisher or cursor changes: each round takes a second. */
const ROUNDS = rounds(3);

interface Place {
  /** Opens a publisher that continues where the last one stopped. */
  open(blog: Blog): Promise<BlogPublisher>;
  /** Arguments for the child process to publish there. */
  readonly args: readonly string[];
}

/** Supported locations of public files. */
const PLACES = {
  folder: async (folder: string): Promise<Place> => ({
    open: (blog) => blogPublisher(blog, { folder: join(folder, "publisher") }),
    args: [],
  }),
  bucket: async (folder: string): Promise<Place> => {
    const server = await startS3Server();
    for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    return {
      open: (blog) =>
        blogPublisher(blog, {
          folder: join(folder, "publisher"),
          storage: openPublicBucket(server.bucket("public")),
        }),
      args: [server.url("public")],
    };
  },
} as const;

test.for(["folder", "bucket"] as const)(
  "PUB-01 a killed publisher to a %s loses no acknowledged publish and leaves no stale file",
  async (kind) => {
    const folder = await temporaryFolder("crash");
    const place = await PLACES[kind](folder);
    const first = await createBlog(folder);
    const photo = await first.addMedia("cover");
    const ids = [];
    for (let n = 0; n < 12; n += 1) {
      ids.push((await first.save("posts", `p${n}`, { title: "T", cover: { id: photo } })).id);
    }
    await publish(first, ...ids);
    await first.store.close();
    let cutOff = 0;
    let published = 0;
    // On a busy machine a child can be killed before doing anything. Such rounds prove nothing, so further ones leave
    // it more time.
    for (let round = 0; round < ROUNDS || (cutOff === 0 && round < 8 * ROUNDS); round += 1) {
      const afterMs = (60 + ((round * 67) % 190)) * Math.ceil((round + 1) / ROUNDS);
      const child = await runAndKill(PROGRAM, {
        args: [folder, String(round), ...place.args],
        afterMs,
      });
      expect(child.errors).toBe("");

      const blog = await openBlog(folder);
      // Every slug changes before the next follow, so that files of the interrupted run have no owner.
      for (const id of ids)
        await blog.save("posts", `r${round}-${id.slice(-6)}`, { title: "T" }, id);
      await publish(blog, ...ids);
      const publisher = await place.open(blog);
      if (await wasCutOff(publisher)) cutOff += 1;
      await publisher.follow();
      expect(await storedContent(publisher.storage)).toEqual(await freshContent(blog));
      const [, ...acknowledged] = child.acknowledged;
      published += acknowledged.length;
      const history = publishedTitles(blog.store.repository.gitDir);
      for (const line of acknowledged) expect(history).toContain(line.split(" ")[1]);
      await blog.store.close();
    }
    expect(published).toBeGreaterThan(0);
    // Otherwise the kills hit nothing and the test proves nothing.
    expect(cutOff).toBeGreaterThan(0);
  },
);

/** Returns whether the cursor says that files were being written. */
async function wasCutOff({ stateFile }: BlogPublisher): Promise<boolean> {
  const text = await readFile(stateFile, "utf8").catch(() => "{}");
  return text.includes('"target"');
}

/** Returns all titles that were ever published. */
function publishedTitles(gitDir: string): Set<string> {
  const args = ["--git-dir", gitDir, "log", "-p", "--format=", PUBLISHED_REF, "--", "content"];
  const text = execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  return new Set([...text.matchAll(/^\+title: "?([^"\n]+)"?$/gm)].map(([, title = ""]) => title));
}
