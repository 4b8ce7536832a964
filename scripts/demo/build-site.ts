import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressesOf } from "./hq-command.ts";
import { ROOT, type DemoSettings } from "./read-settings.ts";
import { runProgram } from "./run-program.ts";

const BLOG = join(ROOT, "examples/blog");

/** Everything the built site depends on, other than the published content. */
const SOURCES = [
  "examples/blog/*.*",
  "examples/blog/{src,public}/**/*.*",
  "packages/astro-integration/{dist,components}/**/*.*",
  "packages/cms-core/dist/**/*.js",
];

/** Folder of the built site. */
export function siteFolder({ folder }: DemoSettings): string {
  return join(folder, "site");
}

/**
 * Builds the example site from the published content with Astro. Skipped if neither the content nor the site's sources
 * have changed. Returns whether it built.
 */
export async function buildSite(settings: DemoSettings, siteId: string): Promise<boolean> {
  const { hqUrl, siteUrl } = addressesOf(settings);
  const source = `${hqUrl}/public/${siteId}`;
  const stampFile = join(settings.folder, "site.stamp");
  const stamp = await stampOf(source, siteUrl);
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return false;
  await mkdir(settings.folder, { recursive: true });
  await rm(stampFile, { force: true });
  await runProgram({
    name: "build the example site",
    args: [
      join(ROOT, "node_modules/astro/bin/astro.mjs"),
      "build",
      "--root",
      BLOG,
      "--outDir",
      siteFolder(settings),
    ],
    cwd: BLOG,
    env: {
      LOAM_SITE_URL: source,
      SITE_URL: siteUrl,
      ASTRO_TELEMETRY_DISABLED: "1",
      NODE_ENV: undefined,
    },
  });
  await writeFile(stampFile, stamp);
  return true;
}

async function stampOf(source: string, siteUrl: string): Promise<string> {
  const hash = createHash("sha256");
  const index = await fetch(`${source}/api/index.json`);
  hash.update(`${siteUrl}\n${await index.text()}`);
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    hash.update(path).update(await readFile(join(ROOT, path)));
  }
  return hash.digest("hex");
}
