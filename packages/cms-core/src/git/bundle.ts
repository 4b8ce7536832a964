import { PassThrough } from "node:stream";
import { gitError, startGitBeside } from "./git-program.ts";
import { parseOid, parseRef, type Oid } from "./object-id.ts";

/** A bundle that is on its way: `git clone` takes the bytes as it takes a repository. */
export interface Bundle extends AsyncDisposable {
  /** To be read once. @throws CmsError `git_failed` when git could not make it */
  readonly chunks: AsyncIterable<Uint8Array>;
}

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

/** So much of a pack waits in memory for whoever reads it. */
const AHEAD_BYTES = 8_388_608;

/**
 * A git bundle (version 2) of refs as they stood at given commits. The same commits give the same bytes
 * with the same git program, however the repository is packed; a clone checks out the first ref. Git begins
 * at once, and leaves the processor to whoever else wants it.
 */
export function startBundle(gitDir: string, refs: ReadonlyMap<string, Oid>): Bundle {
  const [[, first] = [undefined, ""]] = refs;
  const heads = [
    `${parseOid(first)} HEAD\n`,
    ...[...refs].map(([ref, oid]) => `${parseOid(oid)} ${parseRef(ref)}\n`),
  ];
  const header = Buffer.from(`# v2 git bundle\n${heads.join("")}\n`);
  const child = startGitBeside(gitDir, SAME_BYTES);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
  child.stdin.on("error", () => undefined);
  child.stdin.end(`${[...refs.values()].join("\n")}\n`);
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(gitError(error)));
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(gitError(new Error(`exit ${code}`), stderr));
    });
  });
  ended.catch(() => undefined);
  // What nobody reads yet when git has ended would be thrown away; and git need not wait for its reader.
  const pack = child.stdout.pipe(new PassThrough({ highWaterMark: AHEAD_BYTES }));
  async function* read(): AsyncGenerator<Uint8Array> {
    yield header;
    for await (const chunk of pack) if (chunk instanceof Uint8Array) yield chunk;
    await ended;
  }
  return {
    chunks: read(),
    async [Symbol.asyncDispose]() {
      child.stdout.destroy();
      pack.destroy();
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}
