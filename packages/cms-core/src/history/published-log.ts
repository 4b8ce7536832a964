import { isoInstant } from "../base/instant.ts";
import { ledgerPaths } from "../content/site/layout.ts";
import { parseLedgerFile } from "../content/site/ledger-file.ts";
import type { Author } from "../git/objects/commit-object.ts";
import { parseOid } from "../git/objects/object-id.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import { readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { LedgerRecord } from "../model/entry.ts";
import { neverLiveError } from "../publish/branch/published-diff.ts";
import { FORMAT_ACTION } from "../publish/branch/published-format.ts";
import {
  PUBLISHED_REF,
  readPublishedTree,
  sortPublishedChanges,
} from "../publish/branch/published-tree.ts";
import type { EntryPlace } from "./entry-place.ts";

/** State of an entry after a publish. */
export type PublishedEntry = Pick<LedgerRecord, "id" | "type" | "slug" | "state" | "version">;

/** One commit on `published`. */
export interface LoggedPublish {
  readonly commit: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
  readonly message: string;
  readonly kind: "publish" | "unpublish" | "reorder" | "rollback";
  /** The earlier publish that a rollback restored. */
  readonly rolledBackTo?: string;
  /** Number of entries published, unpublished, or moved. */
  readonly count: number;
  /** The first 100 of them. */
  readonly entries: readonly PublishedEntry[];
}

export interface PublishedLogOptions {
  /** @default 50 */
  readonly limit?: number;
  /** Commit of `published` to start after: the last one of the previous page. */
  readonly after?: string;
}

const SHOWN_ENTRIES = 100;
const KINDS = ["unpublish", "reorder", "rollback"] as const;

/** Lists a site's publishes and unpublishes, newest first. */
export async function publishedLog(
  repository: GitRepository,
  { limit = 50, after }: PublishedLogOptions = {},
): Promise<LoggedPublish[]> {
  const tip = await repository.resolveRef(PUBLISHED_REF);
  if (tip === undefined) return [];
  const commit = after === undefined ? tip : parseOid(after);
  if (!(await repository.areAncestors([commit], tip))) throw neverLiveError(commit);
  const skipped = after === undefined ? 0 : 1;
  const log = await repository.fileLog({ commits: [commit], limit: limit + skipped });
  const page = log.slice(skipped);
  return Promise.all(page.map(async (logged) => loggedPublish(repository, logged)));
}

async function loggedPublish(
  repository: GitRepository,
  { commit, time, author, subject, trailers, changes }: LoggedChanges,
): Promise<LoggedPublish> {
  const { ledger } = sortPublishedChanges(changes);
  const shown = ledger.filter(({ after }) => after !== undefined).slice(0, SHOWN_ENTRIES);
  const files = await readFiles(repository, shown, ({ after = "" }) => after);
  const entries = files.map(([{ id, path, apiId: type }, bytes]): PublishedEntry => {
    const record = parseLedgerFile(bytes, { id, path, type });
    return { id, type, slug: record.slug, state: record.state, version: record.version };
  });
  const { "Loam-Action": action, "Loam-Rolled-Back-To": rolledBackTo } = trailers;
  return {
    commit,
    when: isoInstant(new Date(time)),
    author,
    message: subject,
    kind: KINDS.find((kind) => kind === action) ?? "publish",
    ...(rolledBackTo === undefined ? {} : { rolledBackTo }),
    count: ledger.length,
    entries,
  };
}

/** A commit on `published` that changed an entry's live version. */
export interface LedgerStep {
  readonly logged: LoggedChanges;
  /** The record after the commit. */
  readonly record: LedgerRecord;
}

const MOVES: ReadonlySet<string> = new Set(["reorder", FORMAT_ACTION]);
const FIRST_STEPS = 32;
const STEPS = 512;

/** Returns the current place of an entry's ledger file; undefined if it was never published. */
export async function publishedStart(
  repository: GitRepository,
  id: string,
): Promise<EntryPlace | undefined> {
  const { commit, ledgersOf } = await readPublishedTree(repository);
  const path = (await ledgersOf([id])).get(id)?.path;
  return commit === undefined || path === undefined ? undefined : { commit, path };
}

/** Yields the publishes of an entry, newest first. */
export async function* walkLedger(
  repository: GitRepository,
  id: string,
  from: EntryPlace | undefined,
): AsyncGenerator<LedgerStep> {
  if (from === undefined) return;
  const type = from.path.split("/")[1] ?? "";
  for (const path of ledgerPaths(type, id))
    yield* walkFile(repository, from.commit, { type, id, path });
}

async function* walkFile(
  repository: GitRepository,
  commit: string,
  { path, ...place }: { readonly type: string; readonly id: string; readonly path: string },
): AsyncGenerator<LedgerStep> {
  let commits: readonly string[] = [commit];
  for (let limit = FIRST_STEPS; commits.length > 0; limit = STEPS) {
    const log = await repository.fileLog({ commits, path, limit });
    for (const logged of log) {
      const blob = logged.changes.find((change) => change.path === path)?.after;
      // Moving an entry changes no version.
      if (blob === undefined || MOVES.has(logged.trailers["Loam-Action"] ?? "")) continue;
      const bytes = await repository.readBlob(blob);
      yield { logged, record: parseLedgerFile(bytes, { path, ...place }) };
    }
    commits = log.length < limit ? [] : (log.at(-1)?.parents ?? []);
  }
}
