import type { Skill } from "@loam/cms-core/skills";
import type { RequestHandler } from "express";
import type { Finding } from "../doctor/finding.ts";
import type { Machine } from "../preflight/check-requirements.ts";
import type { Runner } from "../runner/runner.ts";

/** A skill as it is deployed here. */
interface LocalSkill {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** Null: not from HQ. */
  readonly version: number | null;
  /** Why it cannot be read. */
  readonly problem?: Error;
}

/** What the local interface lets others use. */
export interface InterfaceParts extends Machine {
  readonly runner: Runner;
  readonly listSkills: () => Promise<readonly LocalSkill[]>;
  /** @throws CmsError `not_found`, and what `readSkill` throws */
  readonly readSkill: (name: string) => Promise<Skill>;
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** HQ, or somebody else, says that HQ has something to tell. */
  readonly knock: () => void;
  readonly now: () => Date;
  /** Told of what is a fault of ours, or of the disk. */
  readonly log: (error: unknown) => void;
}

/** The handlers of an address, by method. */
export type Routes = Readonly<
  Record<string, Partial<Record<"get" | "put" | "post" | "patch" | "delete", RequestHandler>>>
>;
