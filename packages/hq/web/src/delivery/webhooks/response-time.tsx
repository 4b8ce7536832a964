import type { ReactNode } from "react";
import { FormattedNumber } from "react-intl";

const SECOND_MS = 1000;

/** Response time. */
export function ResponseTime({ ms }: { readonly ms: number }): ReactNode {
  const isShort = ms < SECOND_MS;
  return (
    <FormattedNumber
      value={isShort ? ms : ms / SECOND_MS}
      style="unit"
      unit={isShort ? "millisecond" : "second"}
      unitDisplay="short"
      maximumFractionDigits={isShort ? 0 : 1}
    />
  );
}
