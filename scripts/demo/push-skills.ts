import { globSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ask } from "./owner-token.ts";
import { WORKSPACE } from "./prepare-site.ts";
import { ROOT } from "./read-settings.ts";

const SKILLS = join(ROOT, "content/skills");

/** Saves all skills of `content/skills` to the demo's workspace. Unchanged ones get no new version. */
export async function pushSkills(ask: Ask): Promise<void> {
  for (const name of await readdir(SKILLS)) {
    const files = await filesOf(join(SKILLS, name));
    await ask(`/workspaces/${WORKSPACE}/skills/${name}`, { method: "PUT", body: { files } });
  }
}

async function filesOf(folder: string): Promise<readonly unknown[]> {
  return Promise.all(
    globSync("**/*", { cwd: folder })
      .toSorted()
      .map((path) => ({ path, stat: statSync(join(folder, path)) }))
      .filter(({ stat }) => stat.isFile())
      .map(async ({ path, stat }) => ({
        path,
        mode: (stat.mode & 0o100) === 0 ? "100644" : "100755",
        content: (await readFile(join(folder, path))).toString("base64"),
      })),
  );
}
