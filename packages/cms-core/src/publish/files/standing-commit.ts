import { buffer } from "node:stream/consumers";
import { INDEX_PATH } from "../../render/public-paths.ts";
import type { PublicFiles } from "./public-storage.ts";
import { storing } from "./read-public-folder.ts";

/**
 * The commit that public files say they are of. The index that says it is written last and removed first:
 * undefined when there is none, or none that can be understood.
 */
export async function readStandingCommit(
  files: Pick<PublicFiles, "open">,
): Promise<string | undefined> {
  const opened = await files.open(INDEX_PATH);
  if (opened === undefined) return undefined;
  const bytes = await storing(`read ${INDEX_PATH}`, () => buffer(opened.stream));
  return parseCommit(bytes.toString("utf8"));
}

function parseCommit(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const commit: unknown =
    typeof value === "object" && value !== null && "generatedFrom" in value
      ? value.generatedFrom
      : undefined;
  return typeof commit === "string" ? commit : undefined;
}
