import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, isCmsError } from "@loam/cms-core";
import { openGitProgram, type GitProgram } from "./git-program.ts";
import type {
  FolderChange,
  GitRemote,
  OpenRemoteOptions,
  RemoteCopy,
  RemoteFile,
} from "./remote-copy.ts";
import { tooMuch } from "./remote-error.ts";
import { makeScratch } from "./scratch.ts";

/** Ref of fetched and created commits in the copy. */
const FETCHED = "refs/loam/fetched";
const MADE = "refs/loam/made";

/** Opens a remote with the machine's Git: a temporary bare repository for the duration of the command. */
export async function openWithGit(
  remote: GitRemote,
  { scratch, maxBytes = MAX_BYTES, ...ends }: OpenRemoteOptions,
): Promise<RemoteCopy> {
  const gitDir = await makeScratch(scratch);
  const close = async (): Promise<void> => rm(gitDir, { recursive: true, force: true });
  try {
    const git = await openGitProgram(gitDir, remote, ends);
    // Git asks for a user name first unless the URL has one; only the password identifies the user.
    const url = remote.password === undefined ? remote.url : withUser(remote.url);
    await makeBareRepository(gitDir);
    return {
      listRefs: async () => parseRefs(await git.run(["ls-remote", "--quiet", "--", url])),
      fetch: async (ref) => {
        using watch = watchSize(join(gitDir, "objects"), maxBytes);
        await git.run([...FETCH, "--", url, `+${ref}:${FETCHED}`], watch.signal);
        await watch.checkSize();
        watch.signal.throwIfAborted();
        // The ref of a branch is its commit. For an annotated tag, the shallow file has the commit at which Git cut the
        // history.
        const note = join(gitDir, ref.startsWith("refs/heads/") ? FETCHED : "shallow");
        const noted = (await readFile(note, "utf8").catch(() => "")).trim();
        if (/^[0-9a-f]{40}$/.test(noted)) return noted;
        return (await git.run(["rev-parse", "--verify", `${FETCHED}^{commit}`])).trim();
      },
      listFiles: async (commit, folder) => listFiles(git, commit, folder),
      readBlobs: async (oids) => readBlobs(git, oids),
      push: async (branch, change) => push(git, { url, branch }, change),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const MAX_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 250;
const FETCH =
  "fetch --quiet --depth=1 --no-tags --no-write-fetch-head --no-recurse-submodules".split(" ");

/** Ends a Git process that writes too much, because Git has no such limit. */
function watchSize(
  folder: string,
  maxBytes: number,
): { readonly signal: AbortSignal; readonly checkSize: () => Promise<void> } & Disposable {
  const much = new AbortController();
  const checkSize = async (): Promise<void> => {
    const names = await readdir(folder, { recursive: true });
    // Some may have been removed.
    const sizes = names.map(async (name) => lstat(join(folder, name)).catch(() => undefined));
    const sum = (await Promise.all(sizes)).reduce((total, stats) => total + (stats?.size ?? 0), 0);
    if (sum > maxBytes) much.abort(tooMuch("The data from the remote", maxBytes));
  };
  const timer = setInterval(() => void checkSize().catch(() => undefined), WATCH_MS);
  return {
    signal: much.signal,
    checkSize: checkSize,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/**
 * Creates what `git init` does, reduced to what a short-lived repository needs: each start of Git costs as much as
 * this.
 */
async function makeBareRepository(gitDir: string): Promise<void> {
  await mkdir(join(gitDir, "objects"));
  await mkdir(join(gitDir, "refs"));
  await writeFile(join(gitDir, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(gitDir, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
}

function withUser(address: string): string {
  const url = new URL(address);
  if (url.username === "") url.username = "loam";
  return url.href;
}

/** An annotated tag has a second line with its target. */
function parseRefs(text: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [oid = "", name = ""] = line.split("\t");
    if (name !== "") refs.set(name.replace(/\^\{\}$/, ""), oid);
  }
  return refs;
}

async function listFiles(
  git: GitProgram,
  commit: string,
  folder: string,
): Promise<readonly RemoteFile[]> {
  const place = folder === "" ? commit : `${commit}:${folder}`;
  const listed = await git
    .feed(["ls-tree", "-r", "-z", "-l", "--full-tree", place], Buffer.of())
    .catch((error: unknown) => {
      // A missing folder isn't a tree.
      if (isCmsError(error) && /not a valid object name|not a tree/i.test(error.message)) return "";
      throw error;
    });
  return listed
    .toString()
    .split("\0")
    .flatMap((line) => {
      const match = /^(\d{6}) \w+ ([0-9a-f]{40}) +(\d+|-)\t(.+)$/s.exec(line);
      if (match === null) return [];
      const [, mode = "", oid = "", size = "", path = ""] = match;
      return [{ path, mode, oid, byteSize: size === "-" ? 0 : Number(size) }];
    });
}

async function readBlobs(git: GitProgram, oids: readonly string[]): Promise<readonly Uint8Array[]> {
  const output = await git.feed(["cat-file", "--batch"], Buffer.from(`${oids.join("\n")}\n`));
  let at = 0;
  return oids.map((oid) => {
    const end = output.indexOf(10, at);
    const [name, type, size] = output.toString("latin1", at, end).split(" ");
    if (name !== oid || type !== "blob") {
      throw new CmsError("repository_broken", `The remote did not send the file ${oid}.`);
    }
    const from = end + 1;
    at = from + Number(size) + 1;
    return output.subarray(from, at - 1);
  });
}

async function push(
  git: GitProgram,
  { url, branch }: { readonly url: string; readonly branch: string },
  change: FolderChange,
): Promise<string | undefined> {
  // Printed by `get-mark` at the end of the stream.
  const commit = (await git.feed(["fast-import", "--quiet", "--force"], importStream(change)))
    .toString("latin1")
    .trim();
  const target = `refs/heads/${branch}`;
  try {
    await git.run([
      "push",
      "--quiet",
      "--porcelain",
      // Pushes only if the branch is still at the parent, so an unseen push is never overwritten.
      `--force-with-lease=${target}:${change.parent ?? ""}`,
      "--",
      url,
      `${MADE}:${target}`,
    ]);
    return commit;
  } catch (error) {
    if (isCmsError(error) && hasMoved(error)) return undefined;
    throw error;
  }
}

function hasMoved(error: CmsError): boolean {
  const { cause, details } = error;
  const output = `${String(details["stderr"])} ${cause instanceof Error ? cause.message : ""}`;
  return /stale info|fetch first|non-fast-forward|cannot lock ref|remote ref updated/i.test(output);
}

/** Input of `git fast-import`: one commit with its files. */
function importStream({ parent, folder, files, message, author }: FolderChange): Buffer {
  const who = `${author.name} <${author.email}> ${Math.floor(Date.now() / 1000)} +0000`;
  const text = Buffer.from(message);
  const parts = [
    Buffer.from(`commit ${MADE}\nmark :1\nauthor ${who}\ncommitter ${who}\ndata ${text.length}\n`),
    text,
    Buffer.from(`\n${parent === undefined ? "" : `from ${parent}\n`}D ${quoted(folder)}\n`),
  ];
  for (const { path, mode, bytes } of files) {
    parts.push(
      Buffer.from(`M ${mode} inline ${quoted(`${folder}/${path}`)}\ndata ${bytes.length}\n`),
    );
    parts.push(Buffer.from(bytes), Buffer.from("\n"));
  }
  parts.push(Buffer.from("get-mark :1\n"));
  return Buffer.concat(parts);
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}
