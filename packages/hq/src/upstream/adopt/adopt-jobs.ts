import { CmsError, isCmsError } from "@loam/cms-core";
import type { AdoptReport } from "@loam/cms-core/adopt";
import type { Logger } from "pino";
import { randomText } from "../../platform/secrets/secret-token.ts";
import {
  type AdoptResult,
  type AdoptOptions,
  type AdoptDeps,
  type AdoptProgress,
  adoptSite,
} from "./adopt-site.ts";

/** The adoption of a repository, in progress or finished recently. */
export interface AdoptJob {
  readonly id: string;
  readonly workspaceId: string;
  /** The user who started it. */
  readonly userId: string;
  readonly name: string;
  readonly progress: AdoptProgress;
  readonly outcome?:
    | { readonly kind: "done"; readonly siteId: string | undefined; readonly report: AdoptReport }
    | { readonly kind: "failed"; readonly error: CmsError };
  /** Resolves when it is finished. @throws CmsError as `adoptSite` */
  readonly taken: Promise<AdoptResult>;
  /** Aborts it. */
  readonly cancel: () => void;
}

/** Adoptions in this process. */
export interface AdoptJobs {
  /** @param then - runs before the job counts as finished @throws CmsError `unavailable` if too many are in progress */
  start(asked: StartAdopt, then: (taken: AdoptResult) => Promise<void>): AdoptJob;
  /** Returns a job of the user. @throws CmsError `not_found` */
  find(id: string, whose: Pick<AdoptJob, "workspaceId" | "userId">): AdoptJob;
  /** Aborts all jobs. */
  close(): Promise<void>;
}

export interface StartAdopt extends Omit<AdoptOptions, "signal" | "onProgress"> {
  readonly userId: string;
}

/** Each job has a clone and keeps its files in memory. */
const MAX_AT_ONCE = 4;
/** How long results can be read. */
const RESULT_KEPT_MS = 60 * 60_000;
/** Enough for a large repository over a slow connection. */
const DEADLINE_MS = 30 * 60_000;

type Mutable = { -readonly [Key in keyof AdoptJob]: AdoptJob[Key] };

export function createAdoptJobs(deps: AdoptDeps, { log }: { readonly log: Logger }): AdoptJobs {
  const jobs = new Map<string, AdoptJob>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function run(job: Mutable, { signal, asked, follow }: Running): Promise<AdoptResult> {
    try {
      const onProgress = (progress: AdoptProgress): void => void (job.progress = progress);
      const adopted = await adoptSite(deps, { ...asked, signal, onProgress });
      await follow(adopted);
      job.outcome = { kind: "done", siteId: adopted.site?.id, report: adopted.report };
      return adopted;
    } catch (cause) {
      if (!isCmsError(cause)) log.error({ err: cause }, "a repository could not be imported");
      const error = isCmsError(cause)
        ? cause
        : new CmsError("internal", "The import failed. The reason is in the server log.", {
            cause,
          });
      job.outcome = { kind: "failed", error };
      throw error;
    } finally {
      setTimeout(() => jobs.delete(job.id), RESULT_KEPT_MS).unref();
    }
  }

  return {
    start(asked, follow) {
      closing.signal.throwIfAborted();
      if (running.size >= MAX_AT_ONCE) throw tooMany();
      const { workspaceId, userId, name } = asked;
      const cancelling = new AbortController();
      const cancel = (): void =>
        cancelling.abort(new CmsError("aborted", "The import was canceled. Nothing was created."));
      const signal = AbortSignal.any([
        closing.signal,
        cancelling.signal,
        AbortSignal.timeout(DEADLINE_MS),
      ]);
      const about = { id: `t${randomText(15)}`, workspaceId, userId, name, cancel };
      const job: Mutable = { ...about, progress: { step: "fetching" }, taken: NEVER };
      job.taken = run(job, { signal, asked, follow });
      const over = job.taken.catch(() => undefined).finally(() => running.delete(over));
      running.add(over);
      jobs.set(job.id, job);
      return job;
    },
    find(id, { workspaceId, userId }) {
      const job = jobs.get(id);
      if (job?.workspaceId === workspaceId && job.userId === userId) return job;
      throw new CmsError("not_found", "Import not found.");
    },
    async close() {
      closing.abort(new CmsError("aborted", "The server is stopping."));
      await Promise.all(running);
    },
  };
}

function tooMany(): CmsError {
  const message = "Other repositories are being imported. Try again in a moment.";
  return new CmsError("unavailable", message, { details: { retryAfterSeconds: 60 } });
}

interface Running {
  readonly signal: AbortSignal;
  readonly asked: StartAdopt;
  readonly follow: (taken: AdoptResult) => Promise<void>;
}

const NEVER = new Promise<AdoptResult>(() => undefined);
