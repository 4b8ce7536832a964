import type { LiveTables } from "@loam/cms-core/publish";
import {
  answerList,
  parseListQuery,
  parseQueryString,
  type QueryAnswer,
} from "@loam/cms-core/query";
import { COMMON_WORD, rareWord, titleOf } from "./scale-site.ts";

/** One read API query of each kind, about a post. */
export const QUESTIONS: readonly ((number: number) => string)[] = [
  () => "limit=10",
  (number) => `limit=10&offset=${number}`,
  (number) => `filters=title[equals]${titleOf(number)}`,
  (number) => `q=${rareWord(number)}`,
  () => `q=${COMMON_WORD}`,
];

export function askQuery(tables: LiveTables, question: string): QueryAnswer {
  const table = tables.table("posts");
  if (table === undefined) throw new Error("there are posts");
  const { fieldsOf } = tables;
  const schema = { fields: table.fields, fieldsOf };
  const query = parseListQuery(parseQueryString(question), schema);
  return answerList(table, { query, site: tables });
}
