import { CmsError } from "../../base/errors.ts";
import { isOid, parseOid, type Oid } from "../objects/object-id.ts";
import { streamGit } from "../program/git-program.ts";

/**
 * Only what a client may ask for, whatever the repository's own configuration says. Parts of a tree may be left out,
 * but not by a list that is in the repository.
 */
const SERVING = [
  "safe.directory=*",
  "transfer.hideRefs=refs/loam",
  "uploadpack.allowAnySHA1InWant=false",
  "uploadpack.allowFilter=true",
  "uploadpackfilter.allow=false",
  "uploadpackfilter.blob:none.allow=true",
  "uploadpackfilter.tree.allow=true",
  "uploadpack.advertiseBundleURIs=false",
].flatMap((setting) => ["-c", setting]);

const TIMEOUT_SECONDS = 120;

export interface UploadPackOptions {
  /** Of the wire protocol, as a client asks for it. @default "0" */
  readonly version?: "0" | "1" | "2";
  /** What a client asks; without it, what there is to ask for. */
  readonly asked?: Uint8Array;
}

/**
 * What `git upload-pack` answers over HTTP, where each request stands for itself. Refs of Loam's own are not shown.
 * Whoever stops reading ends the program.
 *
 * @throws CmsError `git_failed`
 */
export function uploadPack(
  gitDir: string,
  { version = "0", asked }: UploadPackOptions = {},
): AsyncGenerator<Uint8Array> {
  const kind = asked === undefined ? ["--http-backend-info-refs"] : [];
  const args = [
    ...SERVING,
    "upload-pack",
    "--stateless-rpc",
    "--strict",
    `--timeout=${TIMEOUT_SECONDS}`,
    ...kind,
    gitDir,
  ];
  return streamGit(gitDir, args, asked, { GIT_PROTOCOL: `version=${version}` });
}

/**
 * Checks that all these objects can be reached from some commits or tags: by version 2 of its protocol git gives out
 * whatever it has to who knows the id.
 *
 * @throws CmsError `not_found` for the first that cannot
 */
export async function requireReachable(
  gitDir: string,
  wanted: readonly Oid[],
  tips: ReadonlySet<Oid>,
): Promise<void> {
  const missing = new Set(wanted.filter((oid) => !tips.has(oid)));
  if (missing.size === 0) return;
  const starts = [...tips].map((oid) => parseOid(oid));
  const args = ["rev-list", "--objects", "--no-object-names", "--stdin"];
  let begun = "";
  for await (const chunk of streamGit(gitDir, args, `${starts.join("\n")}\n`)) {
    const lines = (begun + Buffer.from(chunk).toString("latin1")).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) missing.delete(line);
    if (missing.size === 0) return;
  }
  const [first = ""] = missing;
  const shown = isOid(first) ? first : "";
  throw new CmsError("not_found", `${shown} is not reachable from any ref you can see.`);
}
