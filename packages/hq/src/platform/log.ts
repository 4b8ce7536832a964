import { type DestinationStream, destination, type Logger, pino } from "pino";
import type { LogLevel } from "./config/config-variables.ts";

/** Headers and keys that open something; they must never be in a log (security notes, KEY-05). */
const REDACTED: readonly string[] = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-csrf-token",
  "x-cms-api-key",
  "x-compat-cms-api-key",
  "x-microcms-api-key",
].flatMap((header) => [`headers["${header}"]`, `*.headers["${header}"]`]);

/** JSON lines on standard error: standard output is for what a command answers. */
export function createLog(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: {
        paths: [...REDACTED, "*.password", "*.key", "*.token", "*.secret", "*.cookie"],
        censor: "[redacted]",
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}

/** A path as it may be logged: without tokens, which setup links carry, and without its query. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replaceAll(/loam_([a-z]+)_[^/]*/g, "loam_$1_[redacted]").slice(0, 500);
}
