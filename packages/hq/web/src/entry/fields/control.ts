import type { Field } from "../../api/content/schema.ts";

/** Props of every field control. */
export interface ControlProps {
  readonly field: Field;
  /** Undefined if there is no value. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Path as used by problems, for example `sources.0.url`. */
  readonly path: string;
  /** HQ's message about the last sent value. */
  readonly problem?: string | undefined;
  /** Whether the field is the title of the entry. */
  readonly isTitle?: boolean;
  /** Whether it is one of several values, labeled by their list. */
  readonly isListed?: boolean;
  /** Messages about nested values, by path. */
  readonly problems: ReadonlyMap<string, string>;
}
