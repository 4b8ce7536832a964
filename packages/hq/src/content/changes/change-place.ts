import type { GitRepository } from "@loam/cms-core/git";
import type { ActorContext, Policy } from "../../api/policy.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { ChangeOwner } from "./changes.ts";

/** A repository with change requests, as seen by the current user. */
export interface ReviewedRepository {
  readonly owner: ChangeOwner;
  readonly repository: GitRepository;
  /** Display name. */
  readonly name: string;
  /** Whether the user can approve change requests, and close those of others. */
  readonly mayApprove: boolean;
  /** Returns the dashboard URL of a change request. */
  readonly addressOf: (number: number) => string;
  /** Called when a change request is opened for a previously pushed branch. */
  readonly onBranchOpened: (branch: string) => Promise<void>;
  /** Returns a user who has read access now, otherwise undefined. */
  readonly findReader: (userId: string) => Promise<Reader | undefined>;
}

interface Reader {
  readonly name: string;
  readonly email: string;
}

/** The kind of repository: a site, or the skills of a workspace. */
export interface ChangePlace<Context extends ActorContext> {
  /** Base path of its routes. */
  readonly path: string;
  /** Used in operation ids: `listChanges`. */
  readonly noun: "Change" | "SkillChange";
  readonly policies: Readonly<Record<"read" | "propose" | "approve" | "merge", Policy<Context>>>;
  /** Whether followers of the site are notified, and commits count as writes to it. */
  readonly isSite: boolean;
  readonly open: (context: Context) => Promise<ReviewedRepository>;
}

export interface ReviewDeps {
  readonly database: ControlDatabase;
  readonly now: () => Date;
  readonly mailer: Mailer;
}
