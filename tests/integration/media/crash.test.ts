import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openMediaFolder, openMediaIntake } from "@loam/cms-core/media";
import sharp from "sharp";
import { expect, test } from "vitest";
import { runAndKill } from "../../support/kill-child.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** During startup, while processing an image, and after the first one. */
const KILLS = [
  { afterLines: 1, afterMs: 0 },
  { afterLines: 1, afterMs: 500 },
  { afterLines: 2, afterMs: 0 },
];

const PROGRAM = resolve(import.meta.dirname, "media-until-killed.ts");

async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "State:\tZ");
  return !/^State:\s+Z/m.test(status);
}

async function writePhotos(folder: string, count: number): Promise<string> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  for (let index = 0; index < count; index += 1) {
    await sharp({
      create: { width: 2000 + index, height: 500, channels: 3, background: "#000", noise },
    })
      .jpeg()
      .toFile(join(folder, `photo-${index}.jpg`));
  }
  return join(folder, "photo");
}

test("a killed process ends its image process, and the next one cleans up", async () => {
  const folder = await temporaryFolder();
  const photos = await writePhotos(folder, 6);
  for (const when of KILLS) {
    const { acknowledged, killed, errors } = await runAndKill(PROGRAM, {
      args: [folder, photos],
      ...when,
    });
    expect({ killed, errors }).toEqual({ killed: true, errors: "" });
    const pid = Number(acknowledged[0]);
    while (await isAlive(pid)) await sleep(10);
  }
  const left = await readdir(join(folder, "uploads"));
  expect(left.length).toBeGreaterThan(0);

  const storage = await openMediaFolder(join(folder, "media"));
  await using intake = await openMediaIntake({ storage, folder: join(folder, "uploads") });

  const own = await readdir(join(folder, "uploads"));
  expect(own).toHaveLength(1);
  expect(left).not.toContain(own[0]);
  // Whatever was stored before the kill, the same uploads now produce complete images.
  for (const index of [0, 1]) {
    const record = await intake.ingest({
      content: { file: `${photos}-${index}.jpg` },
      filename: "x.jpg",
      alt: "",
      createdAt: "2026-11-20T09:30:00.000Z",
    });
    expect(record.variants).toHaveLength(10);
  }
});
