import type { Request } from "express";
import type { ControlDatabase } from "../platform/db/database.ts";
import type { TakeWrite } from "../platform/limits/rate-limit.ts";
import type { IdempotencyKeys } from "./idempotency.ts";
import type { Actor } from "./permissions/permissions.ts";
import type { AuditedPerson } from "./route.ts";
import type { SiteChange } from "./site-changes.ts";

/** A sensitive act. */
export interface AuditedAct {
  readonly event: string;
  /** Absent where nobody was signed in. */
  readonly actor: AuditedPerson | undefined;
  /** The parts of the path by name, and what of the body the record keeps: what it was done to. */
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
}

/** What the followers of a site's events are told. */
export interface ToldAct extends Pick<AuditedAct, "params"> {
  readonly actor: Actor | undefined;
  readonly tells: SiteChange;
}

/** An attempt at one. */
export interface RefusedAct extends AuditedAct {
  /** The code of the error with which it was refused or failed. */
  readonly refused: string;
}

/** What the management API works with. */
export interface ManageDeps {
  readonly database: ControlDatabase;
  /** @throws CmsError `database_missing`, `database_damaged` once nothing may be changed any more */
  readonly requireIntactDatabase: () => void;
  /** Where people reach this server; requests of browsers must come from its pages. */
  readonly baseUrl: string;
  /** The person who asks; `undefined` without a credential. @throws CmsError `not_signed_in` for an invalid one */
  readonly authenticate: (request: Request) => Promise<Actor | undefined>;
  /**
   * Takes a request of nobody, by its address, before any work is done for it.
   *
   * @throws CmsError `rate_limited`
   */
  readonly takeAnonymous: (request: Request) => Promise<unknown>;
  /** @throws CmsError `forbidden` when the request of a session lacks the session's CSRF token */
  readonly requireCsrfToken: (request: Request) => void;
  /**
   * @throws CmsError `reauthentication_required` when the person proved who they are too long ago
   */
  readonly requireRecent: (provenAt: string) => void;
  readonly takeWrite: TakeWrite;
  readonly idempotency: IdempotencyKeys;
  /** Resolves when the act is recorded; a failure fails the request (OPS-07). */
  readonly audit: (act: AuditedAct) => Promise<void>;
  /** Tells those who follow the events of what was changed. */
  readonly tell: (done: ToldAct) => void;
  /** Counts a refusal; it is written down later. */
  readonly countRefusal: (act: RefusedAct) => void;
}
