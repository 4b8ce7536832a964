import type { Skill } from "@loam/cms-core/skills";
import type { RequestHandler } from "express";
import type { Finding } from "../doctor/finding.ts";
import type { Machine } from "../preflight/check-requirements.ts";
import type { Runner } from "../runner/runner.ts";

/** A skill deployed here. */
interface LocalSkill {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** Null: not from HQ. */
  readonly version: number | null;
  /** Why it cannot be read. */
  readonly problem?: Error;
}

/** What the local interface uses. */
export interface InterfaceParts extends Machine {
  readonly runner: Runner;
  readonly listSkills: () => Promise<readonly LocalSkill[]>;
  /** @throws CmsError `not_found`, and what `readSkill` throws */
  readonly readSkill: (name: string) => Promise<Skill>;
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** HQ, or another client, wakes the worker. */
  readonly wake: () => void;
  readonly now: () => Date;
  /** Logs internal errors and disk errors. */
  readonly log: (error: unknown) => void;
}

/** The handlers of a path, by method. */
export type Routes = Readonly<
  Record<string, Partial<Record<"get" | "put" | "post" | "patch" | "delete", RequestHandler>>>
>;
