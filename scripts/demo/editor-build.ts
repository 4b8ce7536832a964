import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./read-settings.ts";

/** Arguments for Node that build the dashboard. */
export const EDITOR_BUILD: readonly string[] = [
  join(ROOT, "node_modules/vite/bin/vite.js"),
  "build",
  "packages/hq/web",
  "--logLevel",
  "error",
];

/** Inputs of the build: sources of the dashboard, the client, and cms-core, and the libraries. */
const INPUTS = [
  "packages/hq/web/**/*",
  "packages/hq/src/client/*.ts",
  "packages/cms-core/src/{base,browser,history,merge,model,schema,template}/**/*.ts",
  "package-lock.json",
];

/** Returns whether the build is up to date. Building takes longer than everything else. */
export function isEditorBuilt(): boolean {
  const built = statSync(join(ROOT, "packages/hq/dist/web/index.html"), { throwIfNoEntry: false });
  if (built === undefined) return false;
  const inputs = globSync(INPUTS, { cwd: ROOT });
  return inputs.every((file) => statSync(join(ROOT, file)).mtimeMs <= built.mtimeMs);
}
