import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { CmsError } from "../base/errors.ts";
import { createRepository } from "./create-repository.ts";
import { gitError, runGit, startGit } from "./git-program.ts";
import { isOid, parseRef, type Oid } from "./object-id.ts";

const MAX_HEADER_BYTES = 65_536;
const SIGNATURE = "# v2 git bundle\n";

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
  const { heads, packStart } = await readHeader(file);
  const taken = new Map([...heads].filter(([ref]) => refs.includes(ref)));
  await createRepository(gitDir);
  await takePack(gitDir, file, packStart);
  for (const [ref, oid] of taken) {
    await runGit(gitDir, ["update-ref", parseRef(ref), oid, ""]);
  }
  // What index-pack looked at is each object by itself.
  await runGit(gitDir, ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"]);
  return taken;
}

interface BundleHeader {
  readonly heads: ReadonlyMap<string, Oid>;
  /** Where the pack begins. */
  readonly packStart: number;
}

async function readHeader(file: string): Promise<BundleHeader> {
  await using opened = await open(file, "r");
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(MAX_HEADER_BYTES), 0);
  const start = buffer.subarray(0, bytesRead).toString("latin1");
  const end = start.indexOf("\n\n");
  if (!start.startsWith(SIGNATURE) || end === -1) throw broken("It is no git bundle of version 2.");
  const lines = start.slice(SIGNATURE.length, end).split("\n");
  const heads = new Map(
    lines.map((line) => {
      const [oid = "", ref = ""] = line.split(" ");
      // A line with a minus asks for commits that the bundle does not have.
      if (!isOid(oid))
        throw broken("The git bundle is not whole: it builds on another repository.");
      return [ref, oid] as const;
    }),
  );
  return { heads, packStart: end + 2 };
}

async function takePack(gitDir: string, file: string, start: number): Promise<void> {
  const child = startGit(gitDir, ["index-pack", "--stdin", "--strict"]);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(gitError(error)));
    child.once("close", resolve);
  });
  child.stdout.resume();
  const said = text(child.stderr);
  const failure = await feed(file, start, child.stdin);
  const exit = await ended;
  if (failure !== undefined) throw failure;
  if (exit === 0) return;
  throw broken(
    "git refuses the objects of the bundle.",
    gitError(new Error("index-pack"), await said),
  );
}

/** Returns why the file could not be read. A pack that git refuses breaks the pipe; its exit says why. */
async function feed(file: string, start: number, to: Writable): Promise<CmsError | undefined> {
  const source = createReadStream(file, { start });
  let failure: CmsError | undefined;
  source.once("error", (cause: NodeJS.ErrnoException) => {
    // A pipe that broke ends the reading, too.
    if (cause.syscall === undefined || cause.syscall === "write") return;
    failure = new CmsError("storage_failed", `${file} cannot be read: ${cause.message}`, { cause });
  });
  await pipeline(source, to).catch(() => undefined);
  return failure;
}

function broken(message: string, cause?: unknown): CmsError {
  return new CmsError("repository_broken", message, { cause });
}
