import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openExport, writeExportFile } from "@loam/cms-core/export";
import { openMediaIntake } from "@loam/cms-core/media";
import { expect } from "vitest";
import {
  ACTOR,
  type Blog,
  createBlog,
  openBlog,
  publish,
  PUBLIC_URL,
} from "../../support/site/blog-site.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

const DOCUMENT = Buffer.from(`%PDF-1.4\n${"% a document\n".repeat(600)}`);
/** In the folder `out`. */
export const ZIP = "site.zip";
const CREATED = { createdAt: "2026-01-01T00:00:00.000Z" };

/** Creates a blog with a document, live entries, and a draft, and a folder for its exports. */
export async function makeExportBase(folder: string): Promise<void> {
  const blog = await createBlog(folder);
  const intake = await openMediaIntake({ storage: blog.media, folder: join(folder, "uploads") });
  const content = { content: DOCUMENT, filename: "document.pdf", alt: "", ...CREATED };
  await blog.store.addMedia(await intake.ingest(content), { actor: ACTOR });
  await intake.close();
  const { id } = await blog.save("posts", "a", { title: "a" });
  await publish(blog, id);
  await blog.save("posts", "b", { title: "b" });
  await blog.store.close();
  await mkdir(join(folder, "out"));
}

/** Exports to a file twice, overwriting it the second time. */
export const EXPORT_TWICE: Scenario<Blog> = {
  open: openBlog,
  act: async (blog, acknowledge) => {
    await exportBlog(blog, acknowledge);
    await exportBlog(blog, acknowledge);
  },
  again: async (blog, acknowledge) => {
    // A failed export removes its files.
    const left = readdirSync(join(blog.folder, "out")).filter((name) => name !== ZIP);
    expect(left).toEqual([]);
    await exportBlog(blog, acknowledge);
  },
  close: ({ store }) => store.close(),
  check: async (folder, acknowledged) => {
    const file = join(folder, "out", ZIP);
    expect(existsSync(file) || acknowledged.length === 0).toBe(true);
    if (existsSync(file)) await expectWhole(file);
  },
};

export async function exportBlog(
  { folder, store, media }: Blog,
  acknowledge: Acknowledge,
): Promise<void> {
  const options = { repository: store.repository, media, publicUrl: PUBLIC_URL };
  const made = await openExport(options);
  await writeExportFile(join(folder, "out", ZIP), made.zip());
  acknowledge("exported");
}

async function expectWhole(file: string): Promise<void> {
  const files = await zipContent(file);
  const manifest: { files: readonly { path: string; sha256: string }[] } = JSON.parse(
    String(files.get("manifest.json")),
  );
  const found = [...files].filter(([path]) => path !== "manifest.json");
  expect(found.map(([path, bytes]) => ({ path, sha256: sha256Of(bytes) }))).toEqual(
    manifest.files.map(({ path, sha256 }) => ({ path, sha256 })),
  );
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
