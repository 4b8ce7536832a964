import { git } from "../../support/git/git-client.ts";

/** A site's repository and its HTTP URL. */
export interface GitPlaces {
  /** For clones. */
  readonly folder: string;
  readonly remote: string;
  readonly gitDir: string;
}

export async function mustGit(folder: string, ...args: readonly string[]): Promise<string> {
  const { ok, stdout, stderr } = await git(folder, ...args);
  if (!ok) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}
