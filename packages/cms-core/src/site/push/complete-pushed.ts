import { isoInstant } from "../../base/instant.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { classifyPath } from "../../content/site/layout.ts";
import { writeFiles, type AppliedFiles } from "../save/apply-files.ts";
import type { Actor, SiteWriter } from "../save/site-writer.ts";
import { completed } from "./check-push.ts";

export interface CompletePushed {
  readonly actor: Actor;
  /** Of files that are known to leave something out; files without an id are found without being named. */
  readonly paths?: readonly string[];
  /** The commit before they came: a file that had an id there keeps it. */
  readonly since?: string;
}

/** Gives entry files on `main` the id, schema and createdAt that they leave out, in a commit of their own (contracts §2). */
export async function completePushed(
  writer: SiteWriter,
  { actor, paths = [], since }: CompletePushed,
): Promise<AppliedFiles> {
  const { head } = writer.index();
  if ((await incompleteFiles(writer, paths, since)).size === 0) {
    return { commit: head, changed: false };
  }
  return writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      const files = await incompleteFiles(writer, paths, since);
      const names = [...files.keys()];
      const [first = ""] = names;
      const what = names.length === 1 ? first : `${names.length} entries`;
      return {
        files,
        actor,
        message: `Complete ${what}`,
        trailers: { "Loam-Action": "complete" },
      };
    }),
  );
}

async function incompleteFiles(
  { repository, index, now }: SiteWriter,
  named: readonly string[],
  since: string | undefined,
): Promise<Map<string, Uint8Array>> {
  const site = index();
  const asked = new Set(named);
  const unread = [...site.problemFiles()].map(({ path }) => path);
  const paths = [...asked.union(new Set(unread))].filter(
    (path) => classifyPath(path, site.site).kind === "entry",
  );
  const oids = await repository.findFiles(site.head, paths);
  const blobs = await repository.readBlobs([...oids.values()]);
  const olds =
    since === undefined ? new Map<string, Uint8Array>() : await readOlds(repository, since, paths);
  const files = new Map<string, Uint8Array>();
  for (const [place, path] of [...oids.keys()].entries()) {
    const original = blobs[place] ?? new Uint8Array();
    const identity = classifyPath(path, site.site);
    const latest = identity.kind === "entry" ? site.typeState(identity.apiId)?.latest : undefined;
    if (latest === undefined || !(asked.has(path) || hasMatter(path, original))) continue;
    const head = { schema: latest.version, createdAt: isoInstant(now()) };
    const bytes = completed(path, { original, old: olds.get(path), head });
    // One that is broken in another way stays as it was written.
    if (bytes !== original && readEntryId(bytes) !== undefined) files.set(path, bytes);
  }
  return files;
}

/** What came past HQ may be anything; of what has no front matter nobody can say that it is to be an entry. */
function hasMatter(path: string, bytes: Uint8Array): boolean {
  return path.endsWith(".yml") || Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "---\n";
}

async function readOlds(
  repository: SiteWriter["repository"],
  since: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const oids = await repository.findFiles(since, paths);
  const blobs = await repository.readBlobs([...oids.values()]);
  return new Map([...oids.keys()].map((path, place) => [path, blobs[place] ?? new Uint8Array()]));
}
