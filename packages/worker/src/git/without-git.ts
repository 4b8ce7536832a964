import fs from "node:fs";
import { rm } from "node:fs/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import * as git from "isomorphic-git";
import type { HttpClient, TreeEntry } from "isomorphic-git";
import type {
  FolderChange,
  GitRemote,
  OpenRemoteOptions,
  RemoteCopy,
  RemoteFile,
} from "./remote-copy.ts";
import { remoteError, tooMuch } from "./remote-error.ts";
import { makeScratch } from "./scratch.ts";

interface Copy {
  readonly fs: typeof fs;
  readonly gitdir: string;
  readonly cache: object;
}

/** Opens a remote over HTTP with isomorphic-git. The repository is bare; nothing is ever checked out. */
export async function openWithoutGit(
  { url, password }: GitRemote,
  { scratch, signal, maxBytes = MAX_BYTES }: OpenRemoteOptions,
): Promise<RemoteCopy> {
  if (!/^https?:/.test(url)) {
    throw new CmsError(
      "git_missing",
      `Git is not installed, so only https:// URLs are supported: ${url}.`,
    );
  }
  const gitdir = await makeScratch(scratch);
  const copy: Copy = { fs, gitdir, cache: {} };
  const remote = {
    url,
    http: httpClient(maxBytes, signal),
    onAuth: () => ({ username: "loam", ...(password !== undefined && { password }) }),
  };
  await git.init({ ...copy, bare: true, defaultBranch: "main" });
  await git.addRemote({ ...copy, remote: "origin", url });
  return {
    listRefs: async () =>
      convertErrors(async () => {
        const refs = await git.listServerRefs({ ...remote, protocolVersion: 1, peelTags: true });
        return new Map(refs.map(({ ref, oid, peeled }) => [ref, peeled ?? oid]));
      }),
    fetch: async (ref) =>
      convertErrors(async () => {
        const options = { depth: 1, singleBranch: true, tags: false };
        const { fetchHead } = await git.fetch({ ...copy, ...remote, ...options, ref });
        if (fetchHead === null) throw new CmsError("not_found", `The remote has no ${ref}.`);
        return (await git.readCommit({ ...copy, oid: fetchHead })).oid;
      }),
    listFiles: async (commit, folder) => convertErrors(async () => listFiles(copy, commit, folder)),
    readBlobs: async (oids) =>
      convertErrors(async () =>
        Promise.all(oids.map(async (oid) => (await git.readBlob({ ...copy, oid })).blob)),
      ),
    push: async (branch, change) => {
      const commit = await writeCommit(copy, change);
      const ref = "refs/heads/made";
      await git.writeRef({ ...copy, ref, value: commit, force: true });
      try {
        await git.push({ ...copy, ...remote, ref, remoteRef: `refs/heads/${branch}` });
        return commit;
      } catch (error) {
        if (error instanceof git.Errors.PushRejectedError) return undefined;
        throw translated(error);
      }
    },
    close: async () => rm(gitdir, { recursive: true, force: true }),
  };
}

const MAX_BYTES = 256 * 1024 * 1024;

/** Redirects are rejected: the password is only for the given URL. */
function httpClient(maxBytes: number, signal: AbortSignal | undefined): HttpClient {
  return {
    request: async ({ url, method = "GET", headers = {}, body }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body ?? []) chunks.push(chunk);
      const response = await fetch(url, {
        method,
        headers,
        redirect: "error",
        ...(signal && { signal }),
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      return {
        url,
        method,
        headers: Object.fromEntries(response.headers),
        statusCode: response.status,
        statusMessage: response.statusText,
        body: bytesOf(response, maxBytes),
      };
    },
  };
}

async function* bytesOf({ body }: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let byteSize = 0;
  for await (const chunk of body ?? []) {
    byteSize += chunk.length;
    if (byteSize > maxBytes) throw tooMuch("The data from the remote", maxBytes);
    yield chunk;
  }
}

async function convertErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): CmsError {
  if (isCmsError(error)) return error;
  if (error instanceof git.Errors.UnsafeFilepathError) {
    const { filepath } = error.data;
    return new CmsError("unsafe_skill", `The remote contains an unsafe path: ${filepath}`);
  }
  const cause =
    error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return remoteError(
    `fatal: ${error instanceof Error ? error.message : String(error)}${cause}`,
    error,
  );
}

async function listFiles(
  copy: Copy,
  commit: string,
  folder: string,
): Promise<readonly RemoteFile[]> {
  const root = await readFolder(copy, commit, folder);
  const files: RemoteFile[] = [];
  const sizes = new Map<string, number>();
  const trees = new Map<string, readonly TreeEntry[]>();
  const open = root.map((entry) => ({ entry, path: entry.path }));
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { entry, path } = item;
    if (entry.type === "tree") {
      const tree = trees.get(entry.oid) ?? (await git.readTree({ ...copy, oid: entry.oid })).tree;
      trees.set(entry.oid, tree);
      open.push(...tree.map((inner) => ({ entry: inner, path: `${path}/${inner.path}` })));
    } else {
      // A few folders that name each other amount to a billion files.
      if (files.length === MAX_FILES) throw tooMany();
      const { mode, oid } = entry;
      const byteSize = sizes.get(oid) ?? (await sizeOf(copy, entry));
      sizes.set(oid, byteSize);
      files.push({ path, mode, oid, byteSize });
    }
  }
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

const MAX_FILES = 100_000;

function tooMany(): CmsError {
  return new CmsError("unsafe_skill", `The folder on the remote has more than ${MAX_FILES} files.`);
}

async function sizeOf(copy: Copy, { type, oid }: TreeEntry): Promise<number> {
  return type === "blob" ? (await git.readBlob({ ...copy, oid })).blob.length : 0;
}

async function readFolder(copy: Copy, oid: string, folder: string): Promise<readonly TreeEntry[]> {
  try {
    const place = folder === "" ? {} : { filepath: folder };
    return (await git.readTree({ ...copy, oid, ...place })).tree;
  } catch (error) {
    if (error instanceof git.Errors.NotFoundError) return [];
    throw error;
  }
}

async function writeCommit(
  copy: Copy,
  { parent, folder, files, message, author }: FolderChange,
): Promise<string> {
  const steps = folder.split("/");
  const tree = await writeFolder(copy, files);
  // From the skill's folder upwards: each parent folder keeps its other entries.
  let below = tree;
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const above = steps.slice(0, depth).join("/");
    const siblings = parent === undefined ? [] : await readFolder(copy, parent, above);
    const others = siblings.filter(({ path }) => path !== steps[depth]);
    const own: TreeEntry[] =
      below === EMPTY_TREE
        ? []
        : [{ mode: "040000", path: steps[depth] ?? "", oid: below, type: "tree" }];
    below = await git.writeTree({ ...copy, tree: [...others, ...own] });
  }
  const who = { ...author, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 };
  return git.writeCommit({
    ...copy,
    commit: {
      message,
      tree: below,
      parent: parent === undefined ? [] : [parent],
      author: who,
      committer: who,
    },
  });
}

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

async function writeFolder(copy: Copy, files: FolderChange["files"]): Promise<string> {
  const entries: TreeEntry[] = [];
  const folders = new Map<string, FolderChange["files"][number][]>();
  for (const file of files) {
    const [first = "", ...rest] = file.path.split("/");
    if (rest.length === 0) {
      const oid = await git.writeBlob({ ...copy, blob: file.bytes });
      entries.push({ mode: file.mode, path: first, oid, type: "blob" });
    } else {
      const inner = folders.get(first) ?? [];
      folders.set(first, [...inner, { ...file, path: rest.join("/") }]);
    }
  }
  for (const [path, inner] of folders) {
    entries.push({ mode: "040000", path, oid: await writeFolder(copy, inner), type: "tree" });
  }
  return git.writeTree({ ...copy, tree: entries });
}
