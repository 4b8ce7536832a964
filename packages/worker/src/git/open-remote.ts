import { findProgram } from "../preflight/find-program.ts";
import type { GitRemote, OpenRemoteOptions, RemoteCopy } from "./remote-copy.ts";

/**
 * Opens a remote with the machine's Git or, if there is none, with isomorphic-git, which supports only HTTP.
 *
 * @throws CmsError `invalid` if the URL isn't one of a repository
 */
export async function openRemote(
  remote: GitRemote,
  options: OpenRemoteOptions,
): Promise<RemoteCopy> {
  return findProgram("git", process.env["PATH"] ?? "") !== undefined
    ? (await import("./with-git.ts")).openWithGit(remote, options)
    : (await import("./without-git.ts")).openWithoutGit(remote, options);
}
