import { CmsError } from "../../base/errors.ts";
import { isOid, parseOid, type Oid } from "../objects/object-id.ts";
import { streamGit } from "../program/git-program.ts";

/**
 * Limits what a client can request, overriding the repository's configuration. Clients can omit parts of a tree, but
 * not by a filter stored in the repository.
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
  /** Version of the wire protocol that the client requests. @default "0" */
  readonly version?: "0" | "1" | "2";
  /** The client's request; without it, the refs are advertised. */
  readonly request?: Uint8Array;
}

/**
 * Streams the response of `git upload-pack` over HTTP, with each request independent. Hides Loam's internal refs. Ends
 * the process if the consumer stops reading.
 *
 * @throws CmsError `git_failed`
 */
export function uploadPack(
  gitDir: string,
  { version = "0", request: asked }: UploadPackOptions = {},
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
  return streamGit(gitDir, args, asked, { env: { GIT_PROTOCOL: `version=${version}` } });
}

/**
 * Checks that all these objects are reachable from the given commits or tags: with protocol version 2, Git sends any
 * object to a client that knows its id.
 *
 * @throws CmsError `not_found` for the first unreachable one
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
  let partial = "";
  for await (const chunk of streamGit(gitDir, args, `${starts.join("\n")}\n`)) {
    const lines = (partial + Buffer.from(chunk).toString("latin1")).split("\n");
    partial = lines.pop() ?? "";
    for (const line of lines) missing.delete(line);
    if (missing.size === 0) return;
  }
  const [first = ""] = missing;
  const shown = isOid(first) ? first : "";
  throw new CmsError("not_found", `${shown} is not reachable from any ref you can see.`);
}
