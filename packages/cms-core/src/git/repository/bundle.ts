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
 * The bytes of a pack depend on how the repository is packed, unless one thread recompresses every object and
 * recomputes every delta.
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
 * Streams a Git bundle of refs at the given commits. `git clone` accepts it like a repository and checks out the first
 * ref. With the same Git version, the same commits give the same bytes however the repository is packed. Git starts
 * with the first read and ends once reading stops.
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
 * Creates a repository from an untrusted Git bundle: Git checks every object, and that none is missing. Imports only
 * the branches in `refs` and returns their commits.
 *
 * @throws CmsError `repository_broken` if the bundle is incomplete or lacks one of the refs, `git_failed`
 */
export async function takeBundle(
  gitDir: string,
  file: string,
  { refs }: { readonly refs: readonly string[] },
): Promise<ReadonlyMap<string, Oid>> {
  await checkSignature(file);
  await createRepository(gitDir);
  const heads = await askBundle(gitDir, ["bundle", "list-heads", "--end-of-options", file]);
  const branches = new Map(
    heads.split("\n").flatMap((line) => {
      const [oid = "", ref = ""] = line.split(" ");
      return refs.includes(ref) ? [[parseRef(ref), parseOid(oid)]] : [];
    }),
  );
  if (branches.size === 0) throw new CmsError("repository_broken", "The Git bundle has no branch.");
  const wanted = [...branches.keys()].map((ref) => `${ref}:${ref}`);
  await askBundle(gitDir, [...FETCH, file, ...wanted]);
  await askBundle(gitDir, ["fsck", "--strict", "--no-dangling", "--no-progress"]);
  return branches;
}

/**
 * Adds the objects of a bundle to a repository to replace lost or damaged ones; its refs stay unchanged. A kill leaves
 * the repository either without or with all of them.
 *
 * @throws CmsError `repository_broken` if the bundle is incomplete or lacks one of the refs, `git_failed`,
 * `storage_failed`
 */
export async function adoptBundle(
  gitDir: string,
  file: string,
  { refs }: { readonly refs: readonly string[] },
): Promise<void> {
  // In the repository's own folder, so that packs can be moved by a rename.
  const folder = join(gitDir, "loam", `${UNNAMED}${randomBytes(8).toString("hex")}`);
  try {
    mkdirSync(folder, { recursive: true });
    const bundleGitDir = join(folder, "taken.git");
    await takeBundle(bundleGitDir, file, { refs });
    const packs = join(bundleGitDir, "objects", "pack");
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

/** Fetches from a file only, without the side effects of a normal fetch. */
const FETCH = [
  ..."-c protocol.file.allow=always fetch --quiet --atomic --no-tags --no-write-fetch-head".split(
    " ",
  ),
  "--end-of-options",
];

/** Bundles with another signature have capabilities and may omit objects. */
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
