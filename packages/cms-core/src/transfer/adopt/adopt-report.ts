import type { Issue } from "../../base/errors.ts";
import type { FieldType } from "../../model/content-type.ts";
import type { LayoutKind } from "../import/frameworks/framework.ts";

/** A collection that became a content type. */
export interface AdoptedCollection {
  readonly apiId: string;
  readonly label: string;
  /** As `paths` in `site.yml` has it. */
  readonly place: string;
  /** How many files are entries now. */
  readonly entries: number;
  readonly fields: readonly {
    readonly apiId: string;
    readonly type: FieldType;
    readonly multiple: boolean;
  }[];
  /** Keys of its front matter that stay the developers', as no field can hold them as they are. */
  readonly leftKeys: readonly string[];
}

/** A collection that stays as it is. */
export interface LeftCollection {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly why: string;
}

/** What was made of a repository, and what was left alone. */
export interface AdoptReport {
  /** What made it; `loam` is a site's repository already. */
  readonly layout: LayoutKind;
  /** The folder of the site in its project; empty for the project itself. */
  readonly folder: string;
  readonly collections: readonly AdoptedCollection[];
  readonly left: readonly LeftCollection[];
  /** Entry files that cannot be read as they are: they stay, and HQ shows what is wrong. */
  readonly unread: readonly Issue[];
  /** What would be refused of a push, and stays where it stands outside the entries. */
  readonly kept: readonly Issue[];
}
