import { readFile, writeFile } from "node:fs/promises";
import type { HookParameters } from "astro";

type InjectTypes = HookParameters<"astro:config:done">["injectTypes"];
type InjectedTypes = Parameters<InjectTypes>[0];

/** Gives types to the project. Astro writes them before it starts; where it starts again while a site is developed, it leaves them as they were. */
export async function injectFreshTypes(
  injectTypes: InjectTypes,
  types: InjectedTypes,
): Promise<void> {
  const file = injectTypes(types);
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before !== undefined && before !== types.content) await writeFile(file, types.content);
}
