import type { GitRepository } from "@loam/cms-core/git";
import type { ActorContext, Policy } from "../../api/policy.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { ChangeOwner } from "./changes.ts";

/** A repository whose changes are reviewed, as the person who asks may use it. */
export interface ReviewedRepository {
  readonly owner: ChangeOwner;
  readonly repository: GitRepository;
  /** What people call it. */
  readonly name: string;
  /** Whether the person may approve, and end what others opened. */
  readonly mayApprove: boolean;
  /** Where people look at one of its change requests. */
  readonly addressOf: (number: number) => string;
  /** Does what follows when a change request of a branch that was pushed before is opened. */
  readonly begun: (branch: string) => Promise<void>;
  /** Somebody who may look at it now; undefined for anybody else. */
  readonly findReader: (userId: string) => Promise<Reader | undefined>;
}

interface Reader {
  readonly name: string;
  readonly email: string;
}

/** Where change requests are: those of sites, or those of skills. */
export interface ChangePlace<Context extends ActorContext> {
  /** Of its routes. */
  readonly path: string;
  /** In the names of its operations: `listChanges`. */
  readonly noun: "Change" | "SkillChange";
  readonly policies: Readonly<Record<"read" | "propose" | "approve", Policy<Context>>>;
  /** Whether those who follow the site are told, and commits count as its writes. */
  readonly isSite: boolean;
  readonly open: (context: Context) => Promise<ReviewedRepository>;
}

export interface ReviewDeps {
  readonly database: ControlDatabase;
  readonly now: () => Date;
  readonly mailer: Mailer;
}
