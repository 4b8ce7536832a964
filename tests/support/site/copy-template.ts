import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Map<string, Promise<string>>();

/**
 * Fills a folder with content shared by many tests. It is created once per process and then copied, including its ids,
 * because a new repository takes a dozen Git commands.
 *
 * @param make - Creates it in the given folder, and closes it.
 */
export async function copyTemplate(
  name: string,
  folder: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const template = made.get(name) ?? makeTemplate(name, make);
  made.set(name, template);
  await cp(await template, folder, { recursive: true });
}

async function makeTemplate(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `loam-template-${name}-`));
  await make(folder);
  return folder;
}
