import { createHash } from "node:crypto";
import type { Issue } from "@loam/cms-core";
import { issueLine } from "../../git/issue-line.ts";

/** Output formats of `hq check`: `github` annotates lines of a pull request, `gitlab` is a Code Quality report. */
export const CHECK_FORMATS = ["text", "github", "gitlab"] as const;

export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** Formats issues as lines of standard output. */
export function formatIssues(issues: readonly Issue[], format: CheckFormat): readonly string[] {
  if (format === "gitlab") return [JSON.stringify(issues.map(codeQuality))];
  if (issues.length === 0) return ["No problems found."];
  return issues.map((issue) => (format === "github" ? command(issue) : issueLine(issue)));
}

/**
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands. Always a single line: a second
 * line from a file could be another command.
 */
function command(issue: Issue): string {
  const { code, path, line } = issue;
  const at = {
    ...(path !== undefined && { file: path }),
    ...(line !== undefined && { line: String(line) }),
    title: code,
  };
  const properties = Object.entries(at).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::error ${properties.join(",")}::${escapeMessage(issueLine(issue))}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
function codeQuality(issue: Issue): Readonly<Record<string, unknown>> {
  const { code, message, path = "site.yml", line = 1 } = issue;
  return {
    description: message,
    check_name: code,
    fingerprint: createHash("sha256").update(issueLine(issue)).digest("hex"),
    severity: "critical",
    location: { path, lines: { begin: line } },
  };
}
