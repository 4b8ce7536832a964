import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { EDITOR_BUILD, isEditorBuilt } from "../../../scripts/demo/editor-build.ts";
import { isStarterPacked, packStarter } from "../../../scripts/demo/starter-packages.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** What runs the packages as users get them needs them built: once, whichever projects run. */
export async function setup(): Promise<void> {
  if (process.env["LOAM_TESTS_BUILT"] === "1") return;
  execFileSync(resolve(ROOT, "node_modules/.bin/tsc"), ["-b"], { cwd: ROOT, stdio: "inherit" });
  if (!isEditorBuilt())
    execFileSync(process.execPath, EDITOR_BUILD, { cwd: ROOT, stdio: "inherit" });
  if (!isStarterPacked()) await packStarter();
  process.env["LOAM_TESTS_BUILT"] = "1";
}
