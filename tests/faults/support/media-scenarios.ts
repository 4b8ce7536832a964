import { createHash } from "node:crypto";
import { readdirSync, renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import {
  openMediaFolder,
  openMediaIntake,
  originalKey,
  type MediaIntake,
} from "@loam/cms-core/media";
import { expect } from "vitest";
import { ACTOR, openBlog, type Blog } from "../../support/site/blog-site.ts";
import { checkSite } from "./check-site.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

export interface MediaBlog {
  readonly blog: Blog;
  readonly intake: MediaIntake;
}

const UPLOAD = Buffer.from(`%PDF-1.4\n${"% a document\n".repeat(600)}`);

/** Uploads a document and commits its record, then uploads the same document again. */
export const UPLOAD_TWICE: Scenario<MediaBlog> = {
  open: async (folder) => {
    const blog = await openBlog(folder);
    const uploads = join(folder, "uploads");
    return { blog, intake: await openMediaIntake({ storage: blog.media, folder: uploads }) };
  },
  act: async (opened, acknowledge) => {
    await upload(opened, acknowledge);
    await upload(opened, acknowledge);
  },
  // Failed uploads are repeated.
  again: upload,
  close: async ({ blog, intake }) => {
    await intake.close();
    await blog.store.close();
  },
  check: checkMedia,
};

async function upload({ blog, intake }: MediaBlog, acknowledge: Acknowledge): Promise<void> {
  const record = await intake.ingest({
    content: UPLOAD,
    filename: "document.pdf",
    alt: "",
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  acknowledge(`stored ${record.sha256}`);
  await blog.store.addMedia(record, { actor: ACTOR });
  acknowledge(`recorded ${record.id}`);
}

async function checkMedia(folder: string, acknowledged: readonly string[]): Promise<void> {
  const temporary = join(folder, "media", "tmp");
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of namesIn(temporary)) utimesSync(join(temporary, name), hoursAgo, hoursAgo);
  // Uploads of an ended process: this one has another number.
  for (const name of namesIn(join(folder, "uploads"))) {
    const ofTheDead = name.replace(/^loam-uploads-\d+-/, "loam-uploads-4000000-");
    renameSync(join(folder, "uploads", name), join(folder, "uploads", ofTheDead));
  }
  const storage = await openMediaFolder(join(folder, "media"));
  await (await openMediaIntake({ storage, folder: join(folder, "uploads") })).close();
  expect([...namesIn(temporary), ...namesIn(join(folder, "uploads"))]).toEqual([]);
  await checkSite(folder, [], async ({ store }) => {
    for (const [what, id = ""] of acknowledged.map((line) => line.split(" "))) {
      const sha256 = what === "stored" ? id : (await store.readMedia(id)).sha256;
      const bytes = await storage.read(originalKey({ sha256 }));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    }
    // A committed record has its binary, acknowledged or not.
    for (const id of store.mediaIds()) {
      expect(await storage.has(originalKey(await store.readMedia(id)))).toBe(true);
    }
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
