import { CmsError } from "@loam/cms-core";
import type { GitRepository } from "@loam/cms-core/git";
import { requireReachable, uploadPack } from "@loam/cms-core/git";
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
 * @throws CmsError `not_found` for an object that isn't reachable from a visible ref
 */
export async function openFetch(
  repository: GitRepository,
  { asked, version }: { readonly asked: Buffer; readonly version: "0" | "1" | "2" },
): Promise<AsyncGenerator<Uint8Array>> {
  const refs = await repository.listRefs();
  const tips = [...refs].flatMap(([ref, oid]) => (ref.startsWith(HIDDEN) ? [] : [oid]));
  await requireReachable(repository.gitDir, await wantsOf(asked), new Set(tips));
  return uploadPack(repository.gitDir, { version, request: asked });
}

const FILTERS = /^filter (?:blob:none|tree:\d{1,9})$/;

/**
 * Returns the object ids in a request.
 *
 * @throws CmsError `invalid` for an unsupported filter
 */
async function wantsOf(asked: Buffer): Promise<readonly string[]> {
  const reader = new PktReader(toIterable(asked));
  const wants = new Set<string>();
  for (;;) {
    const line = await reader.next();
    if (line === "end") return [...wants];
    const text = line.toString("latin1");
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

async function* toIterable(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
