import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { createRepository } from "../disk/create-repository.ts";
import { syncTree } from "../disk/durable-file.ts";
import { UNNAMED } from "../disk/rebuild-derived.ts";
import { adoptPack } from "../disk/write-pack.ts";
import { parseOid, parseRef, type Oid } from "../objects/object-id.ts";
import { runGit, streamGit } from "../program/git-program.ts";

const SIGNATURE = "# v2 git bundle\n";

/**
 * A pack depends on how the repository happens to be packed, unless every object is compressed and every
 * delta is looked for anew, by one thread.
 */
const SAME_BYTES = [
  ..."pack.useBitmaps=false pack.window=10 pack.depth=50 pack.windowMemory=0 pack.compression=6"
    .split(" ")
    .flatMap((setting) => ["-c", setting]),
  "pack-objects",
  ..."--stdout --revs --quiet --threads=1 --no-reuse-delta --no-reuse-object --delta-base-offset".split(
    " ",
  ),
];

/**
 * A git bundle of refs as they stood at given commits; `git clone` takes it as it takes a repository, and
 * checks out the first ref. The same commits give the same bytes with the same git program, however the
 * repository is packed. Git begins with the first read, and ends when nobody reads any more.
 *
 * @throws CmsError `git_failed`
 */
export async function* readBundle(
  gitDir: string,
  refs: ReadonlyMap<string, Oid>,
): AsyncGenerator<Uint8Array> {
  const [[, first] = [undefined, ""]] = refs;
  const heads = [
    `${parseOid(first)} HEAD\n`,
    ...[...refs].map(([ref, oid]) => `${parseOid(oid)} ${parseRef(ref)}\n`),
  ];
  yield Buffer.from(`${SIGNATURE}${heads.join("")}\n`);
  yield* streamGit(gitDir, SAME_BYTES, `${[...refs.values()].join("\n")}\n`);
}

/**
 * Makes a new repository out of a git bundle, which may come from anybody: git checks every object and that
 * none is missing. Only branches are taken, those of `refs`. Returns where they stand.
 *
 * @throws CmsError `repository_broken` for what is no whole bundle of those refs, `git_failed`
 */
export async function takeBundle(
  gitDir: string,
  file: string,
  { refs }: { readonly refs: readonly string[] },
): Promise<ReadonlyMap<string, Oid>> {
  await checkSignature(file);
  await createRepository(gitDir);
  const heads = await askBundle(gitDir, ["bundle", "list-heads", "--end-of-options", file]);
  const taken = new Map(
    heads.split("\n").flatMap((line) => {
      const [oid = "", ref = ""] = line.split(" ");
      return refs.includes(ref) ? [[parseRef(ref), parseOid(oid)]] : [];
    }),
  );
  if (taken.size === 0) throw new CmsError("repository_broken", "The Git bundle has no branch.");
  const wanted = [...taken.keys()].map((ref) => `${ref}:${ref}`);
  await askBundle(gitDir, [...FETCH, file, ...wanted]);
  await askBundle(gitDir, ["fsck", "--strict", "--no-dangling", "--no-progress"]);
  return taken;
}

/**
 * Gives a repository the objects of a bundle, whole copies of what it has lost or damaged; its refs stay as they are.
 * A kill leaves it as it was, or with them.
 *
 * @throws CmsError `repository_broken` for what is no whole bundle of those refs, `git_failed`, `storage_failed`
 */
export async function adoptBundle(
  gitDir: string,
  file: string,
  { refs }: { readonly refs: readonly string[] },
): Promise<void> {
  // In the repository's own folder, so that a rename brings the packs to their place.
  const folder = join(gitDir, "loam", `${UNNAMED}${randomBytes(8).toString("hex")}`);
  try {
    mkdirSync(folder, { recursive: true });
    const taken = join(folder, "taken.git");
    await takeBundle(taken, file, { refs });
    const packs = join(taken, "objects", "pack");
    await syncTree(packs);
    for (const name of readdirSync(packs)) {
      if (!name.endsWith(".pack")) continue;
      const pack = join(packs, name.slice(0, -".pack".length));
      (await adoptPack(join(gitDir, "objects", "pack"), pack))();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of nothing else than a file, and without what a fetch does besides. */
const FETCH = [
  ..."-c protocol.file.allow=always fetch --quiet --atomic --no-tags --no-write-fetch-head".split(
    " ",
  ),
  "--end-of-options",
];

/** Others have capabilities, and leave out what another server is to add. */
async function checkSignature(file: string): Promise<void> {
  const opened = await open(file, "r");
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(SIGNATURE.length), 0);
    if (buffer.toString("latin1", 0, bytesRead) === SIGNATURE) return;
  } finally {
    await opened.close();
  }
  throw new CmsError("repository_broken", "The file is not a version 2 Git bundle.");
}

async function askBundle(gitDir: string, args: readonly string[]): Promise<string> {
  try {
    return await runGit(gitDir, args);
  } catch (cause) {
    if (!isCmsError(cause) || cause.code !== "git_failed") throw cause;
    throw new CmsError("repository_broken", `The Git bundle was rejected: ${cause.message}`, {
      cause,
    });
  }
}
