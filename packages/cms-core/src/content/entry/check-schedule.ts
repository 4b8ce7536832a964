import type { Issue } from "../../base/errors.ts";
import { parseInstant } from "../../base/instant.ts";

/** When an entry should be published and unpublished; both are optional. */
export interface Schedule {
  readonly publishAt?: string;
  readonly unpublishAt?: string;
}

const YEARS = 5;

/**
 * Checks times set by a person: instants with a time zone, in this order, in the future, and at most five years away. A
 * `known` time, which the entry already has, may be in the past.
 */
export function checkSchedule(
  schedule: Schedule,
  { now, known = {} }: { readonly now: Date; readonly known?: Schedule },
): readonly Issue[] {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + YEARS);
  const issues = (["publishAt", "unpublishAt"] as const).flatMap((field): Issue[] => {
    const text = schedule[field];
    if (text === undefined) return [];
    const time = parseInstant(text);
    if (time === undefined) {
      return [issue(field, `${field} must be an ISO 8601 time with a time zone.`)];
    }
    if (time === known[field]) return [];
    if (time <= now.toISOString()) return [issue(field, `${field} is in the past.`)];
    if (time > last.toISOString()) {
      return [issue(field, `${field} is more than ${YEARS} years in the future.`)];
    }
    return [];
  });
  const disorder = orderProblem(parseSchedule(schedule));
  return disorder === undefined ? issues : [...issues, issue("unpublishAt", disorder)];
}

/** Checks the order of two times in UTC, from any source. */
export function orderProblem({ publishAt, unpublishAt }: Schedule): string | undefined {
  const isOrdered = publishAt === undefined || unpublishAt === undefined || publishAt < unpublishAt;
  return isOrdered ? undefined : "unpublishAt must be later than publishAt.";
}

/** Converts a schedule's times to UTC as in entry files; drops invalid ones. */
export function parseSchedule({ publishAt, unpublishAt }: Schedule): Schedule {
  const [publish, unpublish] = [publishAt, unpublishAt].map((text) => parseInstant(text ?? ""));
  return {
    ...(publish !== undefined && { publishAt: publish }),
    ...(unpublish !== undefined && { unpublishAt: unpublish }),
  };
}

function issue(field: string, message: string): Issue {
  return { code: "invalid", message, field };
}
