import type { ChangeDetail } from "../../api/changes/change.ts";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import type { Site } from "../../api/sites.ts";
import type { Onlooker } from "../accepting.ts";
import type { Names } from "../person-name.tsx";

/** What the parts of the screen of a proposal know. */
export interface ChangeParts {
  readonly detail: ChangeDetail;
  readonly site: Site;
  readonly onlooker: Onlooker;
  /** Undefined until they are known, and of one that is over. */
  readonly checks: ChangeChecks | undefined;
  readonly names: Names;
}

/** Where a part of a proposal stands on the screen. */
export function anchorOf(path: string): string {
  return `of-${path.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
}
