import { readFile, writeFile } from "node:fs/promises";
import type { HookParameters } from "astro";

type InjectTypes = HookParameters<"astro:config:done">["injectTypes"];
type InjectedTypes = Parameters<InjectTypes>[0];

/**
 * Writes types to the project. Astro writes them before it starts, but doesn't update them when it restarts in
 * development.
 */
export async function injectFreshTypes(
  injectTypes: InjectTypes,
  types: InjectedTypes,
): Promise<void> {
  const file = injectTypes(types);
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before !== undefined && before !== types.content) await writeFile(file, types.content);
}
