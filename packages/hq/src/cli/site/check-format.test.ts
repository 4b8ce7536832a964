import { expect, test } from "vitest";
import { formatIssues } from "./check-format.ts";

const ISSUES = [
  {
    code: "invalid_entry",
    message: "rating is not a number.",
    path: "content/posts/a,b.md",
    line: 3,
  },
  { code: "invalid_site", message: "50% of it\n::add-path::/tmp" },
] as const;

test("annotates each line of a pull request, without executing commands in files", () => {
  expect(formatIssues(ISSUES, "github")).toEqual([
    "::error file=content/posts/a%2Cb.md,line=3,title=invalid_entry::content/posts/a,b.md:3: invalid_entry: rating is not a number.",
    "::error title=invalid_site::invalid_site: 50%25 of it%0A::add-path::/tmp",
  ]);
});

test("writes one JSON document for GitLab, even without problems", () => {
  const report: unknown = JSON.parse(formatIssues(ISSUES, "gitlab").join("\n"));
  const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(report).toEqual([
    {
      description: "rating is not a number.",
      check_name: "invalid_entry",
      fingerprint,
      severity: "critical",
      location: { path: "content/posts/a,b.md", lines: { begin: 3 } },
    },
    expect.objectContaining({ location: { path: "site.yml", lines: { begin: 1 } } }),
  ]);
  expect(formatIssues([], "gitlab")).toEqual(["[]"]);
});

test("prints what a push would report", () => {
  expect(formatIssues([], "text")).toEqual(["No problems found."]);
  expect(formatIssues(ISSUES, "text")[0]).toBe(
    "content/posts/a,b.md:3: invalid_entry: rating is not a number.",
  );
});
