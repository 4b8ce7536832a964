import { findProgram } from "../preflight/find-program.ts";
import type { GitRemote, OpenRemoteOptions, RemoteCopy } from "./remote-copy.ts";

/**
 * Opens a remote, by the machine's git or, where there is none, by isomorphic-git, which knows HTTP alone.
 *
 * @throws CmsError `invalid` for an address that is none of a repository
 */
export async function openRemote(
  remote: GitRemote,
  options: OpenRemoteOptions,
): Promise<RemoteCopy> {
  return findProgram("git", process.env["PATH"] ?? "") !== undefined
    ? (await import("./with-git.ts")).openWithGit(remote, options)
    : (await import("./without-git.ts")).openWithoutGit(remote, options);
}
