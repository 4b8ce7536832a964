import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { makeClientTypes } from "../../../scripts/client-types/make-client-types.ts";
import { EDITOR_BUILD, isEditorBuilt } from "../../../scripts/demo/editor-build.ts";
import { isStarterPacked, packStarter } from "../../../scripts/demo/starter-packages.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Builds the packages once, because some tests use them as users get them. */
export async function setup(): Promise<void> {
  if (process.env["LOAM_TESTS_BUILT"] === "1") return;
  await makeClientTypes();
  execFileSync(resolve(ROOT, "node_modules/.bin/tsc"), ["-b"], { cwd: ROOT, stdio: "inherit" });
  if (!isEditorBuilt())
    execFileSync(process.execPath, EDITOR_BUILD, { cwd: ROOT, stdio: "inherit" });
  if (!isStarterPacked()) await packStarter();
  process.env["LOAM_TESTS_BUILT"] = "1";
}
