import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import { applyMain } from "./apply-main.ts";
import { touchesOfSteps } from "./change-times.ts";
import type { EntryRow } from "./entry-rows.ts";
import { isApart } from "./entry-state.ts";
import { findMoves } from "./find-moves.ts";
import { followSchemas } from "./follow-schemas.ts";
import type { IndexSession } from "./index-session.ts";
import { readBeside } from "./read-beside.ts";
import { entryKey, readPins, type Pin } from "./read-ledgers.ts";
import { readMainFiles, type MainFile } from "./read-main-files.ts";

/** A longer way between two commits is not followed: the index is made anew. */
const MAX_STEPS = 1000;

/**
 * Brings the index to another commit of `main`.
 *
 * @returns false when that is not to be followed file by file, and the index is to be made anew
 */
export async function followMain(
  session: IndexSession,
  repository: GitRepository,
  to: string,
): Promise<boolean> {
  const from = session.heads.main;
  if (from === undefined) return false;
  const steps = await repository.firstParents({ from, to, limit: MAX_STEPS });
  if (steps === undefined) return false;
  const changes = await repository.changedFiles(from, to);
  const schemas = await followSchemas(session, repository, { to, changes });
  if (schemas === undefined) return false;
  const moved = findMoves(session, changes);
  const wanted = [
    ...changes.filter(({ path }) => !moved.has(path)),
    ...unsettledFiles(session, schemas.types, new Set(changes.map(({ path }) => path))),
  ];
  const files: MainFile[] = [];
  const take = (file: MainFile): void => void files.push(file);
  await readMainFiles(repository, wanted, { schemas: session.schemas, take });
  const openPins = [...schemas.types].flatMap((type) => session.ledger.unsettled(type));
  const pins = await readPins(
    repository,
    [...lostPins(session, { changes, files, moved }), ...openPins, ...apartPins(session, files)],
    session.schemas,
  );
  const beside = await readBeside(session, repository, openPins);
  const touches = await touchesOfSteps(repository, steps);
  session.transaction(() => {
    applyMain(session, {
      to,
      changes,
      touches,
      files,
      moved,
      pins,
      reread: openPins,
      beside,
      schemas,
    });
  });
  session.heads = { ...session.heads, main: to };
  return true;
}

/** Files of these types that another schema may read differently. */
function unsettledFiles(
  { rows }: IndexSession,
  types: ReadonlySet<string>,
  seen: ReadonlySet<string>,
): FileChange[] {
  return [...types].flatMap((type) =>
    rows.unsettled(type).flatMap(({ path, blob }) => {
      return path === undefined || seen.has(path) ? [] : [{ path, after: blob, mode: "100644" }];
    }),
  );
}

/** Pinned files of live entries whose file on `main` is gone or now is another entry's. */
function lostPins(
  { rows, ledger }: IndexSession,
  {
    changes,
    files,
    moved,
  }: {
    readonly changes: readonly FileChange[];
    readonly files: readonly MainFile[];
    readonly moved: ReadonlyMap<string, EntryRow>;
  },
): Pin[] {
  const stay = new Set([...moved.values()].map(({ row }) => row));
  const idAt = new Map<string, string | undefined>();
  for (const file of files) if (file.kind === "entry") idAt.set(file.path, file.facts.id);
  const pins = new Map<string, Pin>();
  for (const { path } of changes) {
    const row = rows.at(path);
    if (row?.id === undefined || idAt.get(path) === row.id || stay.has(row.row)) continue;
    const live = ledger.get(row.type, row.id);
    if (live?.state === "published") pins.set(entryKey(row.type, row.id), live);
  }
  return [...pins.values()];
}

/** Pinned files whose values are to be compared with those of a new file for the first time. */
function apartPins({ ledger }: IndexSession, files: readonly MainFile[]): Pin[] {
  return files.flatMap((file) => {
    if (file.kind !== "entry" || file.facts.id === undefined) return [];
    const { type, id, blob } = file.facts;
    const live = ledger.get(type, id);
    return live !== undefined && live.digest === undefined && isApart(blob, live) ? [live] : [];
  });
}
