import type { LoaderContext } from "astro/loaders";
import { outdatedValues } from "../schema/outdated-values.ts";
import type { PublishedType } from "../source/site-index.ts";
import type { DanglingReference } from "./shape-entry.ts";
import type { StoredEntry } from "./store-changes.ts";

type Logger = LoaderContext["logger"];

const MAX_LISTED = 5;

export function reportDangling(logger: Logger, dangling: readonly DanglingReference[]): void {
  for (const { entry, field, id } of dangling) {
    logger.warn(
      `${entry}, field ${field}: the entry ${id} is not published, so the reference has no collection`,
    );
  }
}

/**
 * Reports entries that don't match the types: types follow the current schema, and entries published with another one
 * can differ.
 */
export function reportOutdated(
  logger: Logger,
  type: PublishedType,
  entries: Iterable<{ readonly key: string; readonly data: Readonly<StoredEntry["data"]> }>,
): void {
  const found = [...entries].flatMap(({ key, data }) => {
    const outdated = outdatedValues(type, data);
    return outdated.length === 0 ? [] : [`${key} (${outdated.join(", ")})`];
  });
  if (found.length === 0) return;
  const more = found.length > MAX_LISTED ? ` and ${found.length - MAX_LISTED} more` : "";
  logger.warn(
    `${type.apiId}: entries don't match the current schema: ${found.slice(0, MAX_LISTED).join(", ")}${more}. They were published before the schema changed. Correct and publish them again.`,
  );
}
