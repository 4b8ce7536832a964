import { CmsError } from "@loam/cms-core";

/**
 * What a person is told about a failure: one line for each thing that is wrong, never a stack.
 * As JSON it is one line: `{"code","message","issues"}`.
 */
export function renderFailure(error: unknown, { json }: { readonly json: boolean }): string {
  const known =
    error instanceof CmsError ? error : new CmsError("internal", oneLine(messageOf(error)));
  const { code, message, issues } = known;
  if (json) return `${JSON.stringify({ code, message, issues })}\n`;
  if (code === "invalid_config" && issues.length > 0) {
    return issues.map((issue) => `hq: ${code}: ${oneLine(issue.message)}\n`).join("");
  }
  const places = issues.map(({ path, line, field, message: what }) => {
    const place = [path, line, field].filter((part) => part !== undefined).join(":");
    return `  ${place === "" ? "" : `${place}: `}${oneLine(what)}\n`;
  });
  return `hq: ${code}: ${oneLine(message)}\n${places.join("")}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
