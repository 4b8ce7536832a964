import type { Request } from "express";
import type { ControlDatabase } from "../platform/db/database.ts";
import type { TakeWrite } from "../platform/limits/rate-limit.ts";
import type { IdempotencyKeys } from "./idempotency.ts";
import type { Actor } from "./permissions/permissions.ts";
import type { AuditedPerson } from "./route.ts";
import type { SiteChange } from "./site-changes.ts";

/** A sensitive action. */
export interface AuditedAct {
  readonly event: string;
  /** Absent for an anonymous request. */
  readonly actor: AuditedPerson | undefined;
  /** The target: path parameters by name and the recorded parts of the body. */
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
}

/** A change reported to the followers of a site's events. */
export interface ReportedAct extends Pick<AuditedAct, "params"> {
  readonly actor: Actor | undefined;
  readonly tells: SiteChange;
}

/** A denied attempt. */
export interface RefusedAct extends AuditedAct {
  /** The code of the error that rejected it. */
  readonly refused: string;
}

/** Dependencies of the management API. */
export interface ManageDeps {
  readonly database: ControlDatabase;
  /** @throws CmsError `database_missing`, `database_damaged` if writes are rejected */
  readonly requireIntactDatabase: () => void;
  /** Public URL of HQ. Requests of browsers must come from its pages. */
  readonly baseUrl: string;
  /**
   * Returns the user, or `undefined` without a credential. @throws CmsError `not_signed_in` for an invalid credential
   */
  readonly authenticate: (request: Request) => Promise<Actor | undefined>;
  /**
   * Counts an anonymous request by IP address before it is processed.
   *
   * @throws CmsError `rate_limited`
   */
  readonly takeAnonymous: (request: Request) => Promise<unknown>;
  /** @throws CmsError `forbidden` if a session's request lacks its CSRF token */
  readonly requireCsrfToken: (request: Request) => void;
  /** @throws CmsError `reauthentication_required` if the last authentication is too long ago */
  readonly requireRecent: (provenAt: string) => void;
  readonly takeWrite: TakeWrite;
  readonly idempotency: IdempotencyKeys;
  /** Resolves when the act is recorded. A failure fails the request (OPS-07). */
  readonly audit: (act: AuditedAct) => Promise<void>;
  /** Notifies followers of a change. */
  readonly announce: (done: ReportedAct) => void;
  /** Counts a denied act, which is written later. */
  readonly countRefusal: (act: RefusedAct) => void;
}
