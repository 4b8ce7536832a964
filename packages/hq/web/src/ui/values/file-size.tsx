import type { ReactNode } from "react";
import { FormattedNumber } from "react-intl";

const STEP = 1000;
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A formatted file size. */
export function FileSize({ bytes }: { readonly bytes: number }): ReactNode {
  const power = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP))),
  );
  return (
    <FormattedNumber
      value={bytes / STEP ** power}
      style="unit"
      unit={UNITS[power] ?? "byte"}
      // The short unit name of bytes has no plural.
      unitDisplay={power === 0 ? "long" : "short"}
      maximumFractionDigits={power > 1 ? 1 : 0}
    />
  );
}
