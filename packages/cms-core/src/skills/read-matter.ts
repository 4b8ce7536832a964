import matter from "gray-matter";
import { decodeText } from "../base/bytes.ts";
import {
  MAX_SKILL_BYTES,
  parseSkillMatter,
  type SkillMatter,
  splitSkillMatter,
} from "./skill-matter.ts";

/**
 * Like `splitSkillMatter`, for the bytes of a SKILL.md, which gray-matter splits.
 *
 * @throws CmsError `too_large`, `invalid_unicode`, and the errors of `splitSkillMatter`
 */
export function readMatter(bytes: Uint8Array, path: string): SkillMatter {
  const text = decodeText(bytes, { path, maxBytes: MAX_SKILL_BYTES });
  const parts = split(text);
  // Explains what is wrong with the fences.
  if (parts === undefined) return splitSkillMatter(text, path);
  return parseSkillMatter({ ...parts, yamlLine: 2 }, path);
}

/** gray-matter picks a parser by what follows the dashes, and one of them executes the front matter. */
const OPENING = /^---[ \t]*\n/;

/** Our parser reads the YAML. With options, gray-matter doesn't cache its results. */
const OPTIONS = { engines: { yaml: () => ({}) } };

/** Undefined unless each fence is a line of three dashes: gray-matter is content with less. */
function split(text: string): Pick<SkillMatter, "yaml" | "body"> | undefined {
  if (!OPENING.test(text)) return undefined;
  const { matter: block, content } = matter(text, OPTIONS);
  // Without the rest of the opening line.
  const yaml = `${block}\n`.replace(/^[ \t]*\n/, "");
  const closing = text.slice(0, text.length - content.length);
  if (closing.endsWith("\n---\n")) return { yaml, body: content };
  // Spaces after the dashes, or the end of the file.
  const rest = /^[ \t]*(?:\n|$)/.exec(content)?.[0];
  if (rest === undefined || !closing.endsWith("\n---")) return undefined;
  return { yaml, body: content.slice(rest.length) };
}
