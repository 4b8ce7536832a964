import { CmsError, countOf, type ErrorCode, isCmsError, type Issue } from "@loam/cms-core";
import type { Logger } from "pino";
import { type OpenSite, findReadError } from "./open-site.ts";
import type { SiteContent } from "./site-content.ts";

/** Problems of a site, worst first. */
export const TROUBLES = ["unavailable", "unreadable", "damaged", "stuck"] as const;

/**
 * `unavailable`: nothing of it can be served. `unreadable`: a branch or the working content cannot be read; the live
 * site is served. `damaged`: some of its files in Git cannot be read. `stuck`: its public files could not be written.
 */
export type Trouble = (typeof TROUBLES)[number];

export interface SiteTrouble {
  readonly site: string;
  readonly trouble: Trouble;
  /** One sentence without local paths, because `/readyz` is public. */
  readonly reason: string;
}

/** The problems of the sites of this process. Each change is logged once. */
export interface SiteTroubles {
  note(site: string, trouble: Trouble, error: unknown): void;
  /** Records which files in Git cannot be read: of the live site, and of the working content if it is open. */
  noteDamage(site: string, opened: OpenSite, content: SiteContent | undefined): void;
  /** Checks whether the branches of open sites can be read. @returns all problems */
  lookAt(sites: ReadonlyMap<string, OpenSite | undefined>): Promise<readonly SiteTrouble[]>;
  clear(site: string, trouble?: Trouble): void;
  has(site: string, trouble: Trouble): boolean;
  /** Returns the worst problem of a site. */
  worst(site: string): SiteTrouble | undefined;
  list(trouble?: Trouble): readonly SiteTrouble[];
}

const MESSAGES: Readonly<Record<Trouble, readonly [wrong: string, again: string]>> = {
  unavailable: ["a site cannot be served", "a site can be served again"],
  unreadable: ["the content of a site cannot be read", "the content of a site can be read again"],
  damaged: ["files of a site are damaged", "the files of a site are no longer damaged"],
  stuck: ["public files cannot be written", "public files are written again"],
};

export function createSiteTroubles(log: Logger): SiteTroubles {
  const known = new Map<string, Map<Trouble, string>>();

  function clearOne(site: string, trouble: Trouble): void {
    if (known.get(site)?.delete(trouble) === true) {
      log.info({ siteId: site }, MESSAGES[trouble][1]);
    }
    if (known.get(site)?.size === 0) known.delete(site);
  }

  function list(trouble?: Trouble): readonly SiteTrouble[] {
    return [...known].flatMap(([site, found]) =>
      TROUBLES.flatMap((one) => {
        const reason = found.get(one);
        if (reason === undefined || (trouble !== undefined && one !== trouble)) return [];
        return [{ site, trouble: one, reason }];
      }),
    );
  }

  function note(site: string, trouble: Trouble, error: unknown): void {
    const reason = publicReason(error);
    const found = known.get(site) ?? new Map<Trouble, string>();
    known.set(site, found);
    // Retries every few seconds must not fill the log with known problems.
    if (found.get(trouble) === reason) return;
    found.set(trouble, reason);
    const level = trouble === "damaged" ? "warn" : "error";
    log[level]({ err: error, siteId: site, reason }, MESSAGES[trouble][0]);
  }

  return {
    note,
    noteDamage(site, { publisher }, content) {
      const problems = content?.store.problems() ?? [];
      const broken = problems.filter(({ code }) => code === "repository_broken");
      const damage = toDamage([...publisher.live().damage.issues, ...broken]);
      if (damage === undefined) clearOne(site, "damaged");
      else note(site, "damaged", damage);
    },
    async lookAt(sites) {
      for (const [site, opened] of sites) {
        if (opened === undefined) continue;
        const error = opened.unread ?? (await findReadError(opened));
        if (error === undefined) clearOne(site, "unreadable");
        else note(site, "unreadable", error);
      }
      return list();
    },
    clear(site, trouble) {
      for (const one of trouble === undefined ? TROUBLES : [trouble]) clearOne(site, one);
    },
    has: (site, trouble) => known.get(site)?.has(trouble) === true,
    worst: (site) => list().find((one) => one.site === site),
    list,
  };
}

/** Errors caused by reading a damaged repository. */
const DAMAGED: ReadonlySet<ErrorCode> = new Set(["repository_broken", "git_failed", "not_found"]);

/** The live site is still served if only its files cannot be written or a later commit cannot be read. */
export function keepsServing(error: unknown, { publisher }: OpenSite): boolean {
  if (!isCmsError(error)) return false;
  if (error.code === "storage_failed") return true;
  return DAMAGED.has(error.code) && publisher.live().commit !== undefined;
}

/** @returns CmsError `unavailable` or `repository_broken`, with the reason if known */
export function notServed(trouble: SiteTrouble | undefined, cause?: unknown): CmsError {
  const message =
    trouble === undefined
      ? "This site cannot be served at the moment. Try again later."
      : `This site cannot be served at the moment. ${trouble.reason} If you run this HQ, hq verify shows what is damaged.`;
  const isBroken = isCmsError(cause) && cause.code === "repository_broken";
  return new CmsError(isBroken ? "repository_broken" : "unavailable", message, { cause });
}

/** Returns one problem that summarizes several unreadable files. */
function toDamage(issues: readonly Issue[]): Error | undefined {
  const paths = new Map(issues.map(({ path = "", message }) => [path, message]));
  const [first] = paths.values();
  if (first === undefined) return undefined;
  const { size } = paths;
  return new Error(size === 1 ? first : `${first} ${countOf(size - 1, "more file")} damaged.`);
}

/** Errors whose messages contain no local details. */
const PUBLIC_CODES: ReadonlySet<ErrorCode> = new Set([
  "repository_broken",
  "invalid_site",
  "unavailable",
]);

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  not_found: "Its repository or its main branch is missing",
  git_failed: "Git cannot read its repository",
  storage_failed: "Its files cannot be read or written",
  insufficient_storage: "The disk is full",
  data_dir_unusable: "Its files cannot be read or written",
};

/** Returns the reason as a public sentence. Details are in the log. */
export function publicReason(error: unknown): string {
  if (error instanceof Error && !isCmsError(error) && error.constructor === Error) {
    if (!("code" in error)) return error.message;
  }
  const code = isCmsError(error) ? error.code : undefined;
  if (isCmsError(error) && PUBLIC_CODES.has(error.code)) return error.message;
  const sentence = (code && SENTENCES[code]) ?? "See the server log";
  const system = systemCode(error);
  return `${sentence}${system === undefined ? "" : ` (${system})`}.`;
}

/** Returns the system error code, such as `EACCES` or `ENOENT`, at any depth of the causes. */
function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code)) {
    return error.code;
  }
  return systemCode(error.cause);
}
