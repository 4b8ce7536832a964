import type { JsonOption } from "../../platform/terminal/answer.ts";
import type { SiteChoice } from "./choose-site.ts";

/** What was asked of `hq import`. */
export interface ImportCommandOptions extends JsonOption, SiteChoice {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly map?: string;
  readonly publish?: boolean;
  readonly draft?: readonly string[];
  readonly drafts?: boolean;
  readonly media?: string;
}
