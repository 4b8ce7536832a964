import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Draft } from "./check-answers.ts";
import { writeDemoState, type DemoState } from "./demo-state.ts";
import { runHq } from "./hq-command.ts";
import { ROOT, type DemoSettings } from "./read-settings.ts";

const CONTENT = join(ROOT, "content");
/** Slug of the demo's workspace. */
export const WORKSPACE = "demo";
const SITE_OPTIONS = ["--create", "Loam", "--workspace", WORKSPACE, "--yes", "--publish"];
const EMAIL = "demo@loam.example";

/**
 * Creates a data folder with the demo workspace and its site, imports the content, and publishes all entries other than
 * the drafts. Removes what an unfinished attempt left behind.
 */
export async function prepareSite(settings: DemoSettings): Promise<DemoState> {
  const { folder } = settings;
  await rm(join(folder, "data"), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const password = randomBytes(12).toString("base64url");
  // Create the workspace first, because `hq init` creates one only if there is none.
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
  const key = await runHq(settings, {
    name: "make a read key",
    args: ["key", "create", siteId, "--name", "demo"],
  });
  const state = { siteId, email: EMAIL, password, readKey: textAt(key, "key") };
  await writeDemoState(folder, state);
  return state;
}

async function importContent(settings: DemoSettings): Promise<string> {
  const drafts = await readDrafts();
  await runHq(settings, {
    name: "import content/",
    args: ["import", CONTENT, ...SITE_OPTIONS, "--draft", ...drafts.map(({ id }) => id)],
  });
  const sites = await runHq(settings, { name: "find the site", args: ["site", "list"] });
  const [site]: unknown[] = Array.isArray(sites) ? sites : [];
  return textAt(site, "id");
}

/** Returns a string from the output of `hq`. */
function textAt(value: unknown, key: string): string {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const text: unknown = new Map(entries).get(key);
  if (typeof text === "string") return text;
  throw new Error(`hq answered no ${key}`);
}

/** Returns the drafts listed in `content/demo.yml`. */
export async function readDrafts(): Promise<readonly Draft[]> {
  const listed = await readFile(join(CONTENT, "demo.yml"), "utf8");
  return [...listed.matchAll(/^ {2}- (e[a-z2-7]{19}) # (.+)$/gm)].map(
    ([, id = "", title = ""]) => ({ id, title }),
  );
}
