import { CmsError, isCmsError } from "@loam/cms-core";
import type { GitRepository } from "@loam/cms-core/git";
import { type Oid, parseOid, requireReachable, uploadPack } from "@loam/cms-core/git";
import { pktLine, FLUSH, PktReader } from "./pkt-line.ts";

/** Loam's internal refs. */
const HIDDEN = "refs/loam/";

/** Advertises refs in Git's format. */
export async function* offerFetch(
  { gitDir }: GitRepository,
  version: "0" | "1" | "2",
): AsyncGenerator<Uint8Array> {
  // Clients of protocol version 2 don't expect this header.
  if (version !== "2") yield Buffer.concat([pktLine("# service=git-upload-pack\n"), FLUSH]);
  yield* uploadPack(gitDir, { version });
}

/**
 * Returns the objects that a client fetches.
 *
 * @throws CmsError `not_found` for an object that isn't reachable from a visible ref, `invalid` for a history that
 * cannot be shortened as requested
 */
export async function openFetch(
  repository: GitRepository,
  { asked, version }: { readonly asked: Buffer; readonly version: "0" | "1" | "2" },
): Promise<AsyncGenerator<Uint8Array>> {
  const refs = await repository.listRefs();
  const tips = [...refs].flatMap(([ref, oid]) => (ref.startsWith(HIDDEN) ? [] : [oid]));
  const { wants, deepen } = await readRequest(asked);
  await requireReachable(repository.gitDir, wants, new Set(tips));
  for (const line of deepen) await checkDepth(line, wants, { repository, refs });
  return uploadPack(repository.gitDir, { version, request: asked });
}

const FILTERS = /^filter (?:blob:none|tree:\d{1,9})$/;

interface FetchRequest {
  /** Requested object ids. */
  readonly wants: readonly string[];
  /** Lines that shorten the history by a time or a ref. */
  readonly deepen: readonly string[];
}

/** @throws CmsError `invalid` for an unsupported filter */
async function readRequest(body: Buffer): Promise<FetchRequest> {
  const reader = new PktReader(toIterable(body));
  const wants = new Set<string>();
  const deepen: string[] = [];
  for (;;) {
    const line = await reader.next();
    if (line === "end") return { wants: [...wants], deepen };
    const text = line.toString("latin1");
    if (/^deepen-(?:since|not) /.test(text)) deepen.push(line.toString("utf8").trim());
    if (text.startsWith("filter ") && !FILTERS.test(text.trim())) {
      const message = `The filter ${text.trim().slice("filter ".length, 100)} is not supported. Use --filter=blob:none or --filter=tree:0, or clone without a filter.`;
      throw new CmsError("invalid", message);
    }
    if (!text.startsWith("want ")) continue;
    // Git also accepts uppercase ids, which must be checked as well.
    const oid = /^want ([0-9a-f]{40})(?![0-9a-f])/i.exec(text)?.[1]?.toLowerCase();
    if (oid === undefined)
      throw new CmsError("invalid", "A want line of the request has no object ID.");
    wants.add(oid);
  }
}

/**
 * Git ends without a message for the client if no commit is new enough, or if a ref to exclude doesn't exist.
 *
 * @throws CmsError `invalid`
 */
async function checkDepth(
  line: string,
  wants: readonly string[],
  { repository, refs }: { repository: GitRepository; refs: ReadonlyMap<string, Oid> },
): Promise<void> {
  const [, kind, value = ""] = /^deepen-(since|not) (.*)$/s.exec(line) ?? [];
  if (kind === "not") {
    const names = [value, `refs/${value}`, `refs/heads/${value}`, `refs/tags/${value}`];
    if (names.some((name) => refs.has(name) && !name.startsWith(HIDDEN))) return;
    throw new CmsError("invalid", `There is no branch or tag ${value.slice(0, 100)} to exclude.`);
  }
  const since = Number(value);
  const times = await Promise.all(wants.map((oid) => timeOf(repository, parseOid(oid))));
  if (times.some((time) => time === undefined || time >= since)) return;
  throw new CmsError("invalid", "There are no commits since the requested time.");
}

/** Returns the time of a commit in seconds; undefined for other objects. */
async function timeOf(repository: GitRepository, oid: Oid): Promise<number | undefined> {
  try {
    return (await repository.readCommit(oid)).time / 1000;
  } catch (error) {
    if (isCmsError(error) && error.code === "repository_broken") return undefined;
    throw error;
  }
}

async function* toIterable(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
