import type { FieldValue } from "../../model/entry.ts";

/** What follows the closing fence: an empty line and the body, or nothing. */
export function printBody(value: FieldValue | undefined): string {
  return typeof value === "string" && value !== "" ? `\n${value}\n` : "";
}
