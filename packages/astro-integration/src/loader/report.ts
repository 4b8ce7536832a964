import type { LoaderContext } from "astro/loaders";
import { missingFields } from "../schema/required-fields.ts";
import type { PublishedType } from "../source/site-index.ts";
import type { DanglingReference } from "./shape-entry.ts";
import type { StoredEntry } from "./store-changes.ts";

type Logger = LoaderContext["logger"];

const NAMED = 5;

export function reportDangling(logger: Logger, dangling: readonly DanglingReference[]): void {
  for (const { entry, field, id } of dangling) {
    logger.warn(
      `${entry}, field ${field}: no published entry ${id}; it is left without collection`,
    );
  }
}

/** Types say that required fields have values; entries published before they were may not. */
export function reportMissing(
  logger: Logger,
  type: PublishedType,
  entries: readonly StoredEntry[],
): void {
  const found = entries.flatMap(({ key, data }) => {
    const missing = missingFields(type, data);
    return missing.length === 0 ? [] : [`${key} (${missing.join(", ")})`];
  });
  if (found.length === 0) return;
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  logger.warn(
    `${type.apiId}: required fields without a value in ${found.slice(0, NAMED).join(", ")}${more}. They were published before the field was required; fill it in and publish again.`,
  );
}
