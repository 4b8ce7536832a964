import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Draft } from "./check-answers.ts";
import { writeDemoState, type DemoState } from "./demo-state.ts";
import { runHq } from "./hq-command.ts";
import { ROOT, type DemoSettings } from "./read-settings.ts";

const CONTENT = join(ROOT, "content");
const WORKSPACE = "demo";
const EMAIL = "demo@loam.example";

/**
 * Makes a data folder with the demo workspace and its site, the content imported and, but for the drafts,
 * published. What an earlier, unfinished attempt left is removed first.
 */
export async function prepareSite(settings: DemoSettings): Promise<DemoState> {
  const { folder } = settings;
  await rm(join(folder, "data"), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const password = randomBytes(12).toString("base64url");
  // The workspace comes first: where there is one, `hq init` makes no other.
  await runHq(settings, {
    name: "make the workspace",
    args: ["workspace", "create", WORKSPACE, "--name", "Demo"],
  });
  await runHq(settings, {
    name: "make the first admin",
    args: ["init"],
    env: { LOAM_ADMIN_EMAIL: EMAIL, LOAM_ADMIN_PASSWORD: password },
  });
  const siteId = await importContent(settings);
  const { key } = await runHq(settings, {
    name: "make a read key",
    args: ["key", "create", siteId, "--name", "demo"],
  });
  const state = { siteId, email: EMAIL, password, readKey: String(key) };
  await writeDemoState(folder, state);
  return state;
}

async function importContent(settings: DemoSettings): Promise<string> {
  const { id } = await runHq(settings, {
    name: "make the site",
    args: ["site", "create", "Loam", "--workspace", WORKSPACE],
  });
  const siteId = String(id);
  const { entries } = await runHq(settings, {
    name: "import content/",
    args: ["import", CONTENT, "--site", siteId, "--yes"],
  });
  const drafts = new Set((await readDrafts()).map((draft) => draft.id));
  const wanted = idsOf(entries).filter((entryId) => !drafts.has(entryId));
  await runHq(settings, {
    name: "publish the entries",
    args: ["publish", siteId, ...wanted, "--schemas"],
  });
  return siteId;
}

/** Ids of the entries in a report of `hq import`. */
function idsOf(entries: unknown): readonly string[] {
  if (!Array.isArray(entries)) throw new Error("hq import: no list of entries");
  return entries.map((entry: unknown) => {
    if (typeof entry === "object" && entry !== null && "id" in entry) return String(entry.id);
    throw new Error("hq import: an entry has no id");
  });
}

/** The entries that `content/demo.yml` names. */
export async function readDrafts(): Promise<readonly Draft[]> {
  const listed = await readFile(join(CONTENT, "demo.yml"), "utf8");
  return [...listed.matchAll(/^ {2}- (e[a-z2-7]{19}) # (.+)$/gm)].map(
    ([, id = "", title = ""]) => ({ id, title }),
  );
}
