import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Map<string, Promise<string>>();

/**
 * Fills a folder with what many tests begin with. It is made once a process and copied from then on, its ids
 * with it: a new repository costs a dozen starts of git.
 *
 * @param make - Makes it in a folder that it is given, and closes it.
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
