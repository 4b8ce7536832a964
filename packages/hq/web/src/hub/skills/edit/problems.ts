import { RefusedError } from "../../../api/client.ts";

/** A problem that HQ found in a skill. */
export interface SkillProblem {
  readonly file: string;
  readonly line: number | undefined;
  /** Path in the front matter, for example `requires.cli_tools.0`. */
  readonly field: string | undefined;
  readonly message: string;
}

const FIELD = /^(?:name|display_name|description|requires(?:\..*)?)$/;

/** Returns the problems by file; empty if HQ refused for another reason. */
export function problemsOf(error: Error | null, name: string): readonly SkillProblem[] {
  if (!(error instanceof RefusedError)) return [];
  const { errors = [] } = error.problem;
  return errors.map(({ path, message, line }) => {
    const isField = FIELD.test(path);
    const file = isField ? "SKILL.md" : path.replace(/^skills\//, "").replace(`${name}/`, "");
    return { file, line, field: isField ? path : undefined, message };
  });
}
