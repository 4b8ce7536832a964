import { createHash, hash } from "node:crypto";
import type { Issue } from "../base/errors.ts";
import type { GitRepository } from "../git/repository.ts";
import { parseTreePath } from "../git/tree-path.ts";
import { loadLiveSite } from "../publish/load-live-site.ts";
import type { Archive } from "./open-archive.ts";
import { publishedFiles } from "./published-files.ts";
import { readFiles } from "./read-files.ts";
import { readChecked, type ReadManifest, refused } from "./read-manifest.ts";
import type { SiteSnapshot } from "./read-snapshot.ts";

export interface CheckImported {
  readonly archive: Archive;
  readonly manifest: ReadManifest;
  readonly repository: GitRepository;
  readonly snapshot: SiteSnapshot;
}

const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755"]);

/**
 * Compares what an export says four times over: every file of the ZIP with the manifest, the repository
 * with `site/`, what is live with `published/`. Returns what is no reason to refuse it.
 *
 * @throws CmsError `invalid_archive`, `invalid_path`, `repository_broken`, `invalid_site`
 */
export async function checkImported(parts: CheckImported): Promise<readonly Issue[]> {
  const { repository, snapshot, manifest } = parts;
  if (snapshot.site.id !== manifest.site.id) throw refused("its repository is another site's");
  for (const commit of Object.values(snapshot.commits)) await checkTree(repository, commit);
  await checkSiteFiles(parts);
  const notices = [...snapshot.problems, ...(await checkPublished(parts))];
  await checkOthers(parts);
  return notices;
}

/** What a push would be refused for. */
async function checkTree(repository: GitRepository, commit: string): Promise<void> {
  for (const { path, mode } of await repository.listFiles(commit)) {
    parseTreePath(path);
    if (!FILE_MODES.has(mode)) throw refused(`${path} in its repository is no file`);
  }
}

async function checkSiteFiles({ repository, snapshot, manifest }: CheckImported): Promise<void> {
  const listed = [...manifest.hashes.keys()].filter((path) => path.startsWith("site/"));
  if (listed.length !== snapshot.files.length) {
    throw refused("site/ holds other files than its repository");
  }
  for await (const { item, bytes } of readFiles(repository, snapshot.files, ({ oid }) => oid)) {
    if (hash("sha256", bytes) === manifest.hashes.get(`site/${item.path}`)) continue;
    throw refused(`site/${item.path} is not the file of its repository`);
  }
}

/** A newer Loam may render some JSON in another way; that is told and no reason to refuse. */
async function checkPublished({
  repository,
  snapshot,
  manifest,
}: CheckImported): Promise<readonly Issue[]> {
  const { published: commit } = snapshot.commits;
  const wanted = new Map([...manifest.hashes].filter(([path]) => path.startsWith("published/")));
  if (commit === undefined) {
    if (wanted.size > 0) throw refused("nothing was published, and published/ holds files");
    return [];
  }
  const live = await loadLiveSite(repository, { publicUrl: manifest.publicUrl, commit });
  if (live.site?.id !== snapshot.site.id) throw refused("what is published is another site's");
  const other: string[] = [];
  for await (const { paths, chunks } of publishedFiles(live)) {
    const sha256 = createHash("sha256");
    for (const chunk of chunks) sha256.update(chunk);
    const digest = sha256.digest("hex");
    for (const path of paths) {
      if (wanted.get(`published/${path}`) !== digest) other.push(path);
      wanted.delete(`published/${path}`);
    }
  }
  const [first] = [...other, ...wanted.keys()];
  if (first === undefined) return [];
  const count = other.length + wanted.size;
  const message = `${count} published files are rendered in another way than they were served, ${first} first.`;
  return [{ code: "stale", message, path: first }];
}

/** Media are compared when they are taken, the bundle was already. */
async function checkOthers({ archive, manifest }: CheckImported): Promise<void> {
  for (const path of manifest.hashes.keys()) {
    if (path.startsWith("media/") || path === "repository.bundle") continue;
    for await (const chunk of readChecked(archive, manifest, path)) void chunk;
  }
}
