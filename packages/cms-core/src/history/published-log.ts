import { isoInstant } from "../base/instant.ts";
import type { Author } from "../git/objects/commit-object.ts";
import { parseOid } from "../git/objects/object-id.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { LedgerRecord } from "../model/ledger.ts";
import { neverLive } from "../publish/branch/published-diff.ts";
import { PUBLISHED_REF, sortPublishedChanges } from "../publish/branch/published-paths.ts";
import { readLedger } from "../publish/branch/read-ledger.ts";

/** An entry as a publish left it. */
export type PublishedEntry = Pick<LedgerRecord, "id" | "type" | "slug" | "state" | "version">;

/** One commit on `published`. */
export interface LoggedPublish {
  readonly commit: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
  readonly message: string;
  readonly kind: "publish" | "unpublish" | "reorder" | "rollback";
  /** The earlier publish that a roll-back went to. */
  readonly rolledBackTo?: string;
  /** How many entries it published, unpublished or moved. */
  readonly count: number;
  /** The first 100 of them. */
  readonly entries: readonly PublishedEntry[];
}

export interface PublishedLogOptions {
  /** @default 50 */
  readonly limit?: number;
  /** Commit of `published` to begin after: the last one of the page before. */
  readonly after?: string;
}

const SHOWN_ENTRIES = 100;
const KINDS = ["unpublish", "reorder", "rollback"] as const;

/** What was published and unpublished of a site, newest first. */
export async function publishedLog(
  repository: GitRepository,
  { limit = 50, after }: PublishedLogOptions = {},
): Promise<LoggedPublish[]> {
  const tip = await repository.resolveRef(PUBLISHED_REF);
  if (tip === undefined) return [];
  const commit = after === undefined ? tip : parseOid(after);
  if (!(await repository.areAncestors([commit], tip))) throw neverLive(commit);
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
  const blobs = await repository.readBlobs(shown.map(({ after = "" }) => after));
  const entries = shown.map(({ id, path, apiId: type }, place): PublishedEntry => {
    const record = readLedger(blobs[place] ?? new Uint8Array(), { id, path, type });
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
