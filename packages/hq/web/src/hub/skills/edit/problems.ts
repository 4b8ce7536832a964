import { RefusedError } from "../../../api/client.ts";

/** What HQ found wrong with a skill. */
export interface SkillProblem {
  readonly file: string;
  readonly line: number | undefined;
  /** Of the front matter, as `requires.cli_tools.0`. */
  readonly field: string | undefined;
  readonly message: string;
}

const FIELD = /^(?:name|display_name|description|requires(?:\..*)?)$/;

/** What is wrong, file by file; nothing where HQ refused for another reason. */
export function problemsOf(error: Error | null, name: string): readonly SkillProblem[] {
  if (!(error instanceof RefusedError)) return [];
  const { errors = [] } = error.problem;
  return errors.map(({ path, message, line }) => {
    const isField = FIELD.test(path);
    const file = isField ? "SKILL.md" : path.replace(/^skills\//, "").replace(`${name}/`, "");
    return { file, line, field: isField ? path : undefined, message };
  });
}
