import { classifyPath } from "../../content/site/layout.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import { inChunks } from "../schema/database.ts";
import { isApart } from "../schema/entry-state.ts";
import { readVersionFacts, type VersionFacts } from "../schema/version-facts.ts";
import type { EntryRow } from "./file-writer.ts";
import type { IndexSession } from "./index-session.ts";

/**
 * The files on `main` whose values are to be compared with pinned ones for the first time, by row:
 * those of entries that are live in another version.
 */
export async function readBeside(
  { rows, schemas }: IndexSession,
  repository: GitRepository,
  records: readonly Pick<LedgerRecord, "type" | "id" | "state" | "blob">[],
): Promise<ReadonlyMap<number, VersionFacts>> {
  const wanted = records.flatMap(({ type, id, state, blob }) =>
    rows.of(type, id).filter((row) => isUncompared(row, { state, blob })),
  );
  const facts = new Map<number, VersionFacts>();
  await inChunks(repository, wanted, {
    oidOf: ({ blob }) => blob,
    take: ({ row, type, blob, path = "" }, bytes) => {
      const identity = classifyPath(path, schemas.site);
      if (identity.kind !== "entry") return;
      facts.set(row, readVersionFacts({ path, blob, bytes }, identity, schemas.typeOf(type)));
    },
  });
  return facts;
}

function isUncompared(
  { onMain, read, blob }: EntryRow,
  record: Pick<LedgerRecord, "state" | "blob">,
): boolean {
  return onMain && read !== undefined && read.digest === undefined && isApart(blob, record);
}
