import type { Field } from "../../api/content/schema.ts";

/** What every control of a field gets. */
export interface ControlProps {
  readonly field: Field;
  /** Undefined where there is none. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Where it stands, as problems name it: `sources.0.url`. */
  readonly path: string;
  /** What HQ said of the value that was last sent. */
  readonly problem?: string | undefined;
  /** Whether it is what the entry is called. */
  readonly isTitle?: boolean;
  /** One of several values, which its list names. */
  readonly isListed?: boolean;
  /** Those of the parts of the value, by their paths. */
  readonly problems: ReadonlyMap<string, string>;
}
