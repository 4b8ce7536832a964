import { type DestinationStream, destination, type Logger, pino } from "pino";
import type { LogLevel } from "./config/config-variables.ts";

/** Headers that contain credentials and must never be logged (security notes, KEY-05). */
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

/** Writes JSON lines to standard error, because standard output is for the output of commands. */
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

/** Returns a path for the log: without tokens, which setup links contain, and without its query. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replaceAll(/loam_([a-z]+)_[^/]*/g, "loam_$1_[redacted]").slice(0, 500);
}
