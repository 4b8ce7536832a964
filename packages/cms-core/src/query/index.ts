export { type CheckedFilter, checkFilters } from "./ask/check-filters.ts";
export {
  escapeFilterValue,
  type FilterNode,
  type FilterOperator,
  type FilterTerm,
  parseFilters,
  printFilters,
} from "./ask/parse-filters.ts";
export { parseEntryQuery, parseListQuery, type EntryQuery, type ListQuery } from "./list-query.ts";
export {
  draftKeyOf,
  type OrderTerm,
  parseQueryString,
  QUERY_PARAMETERS,
  type QueryField,
  type QueryParameter,
  type QueryParameters,
  type QuerySchema,
} from "./ask/query-parameters.ts";
export type { FieldPick } from "./answer/pick-fields.ts";
export type { QueryEntry } from "./answer/query-entry.ts";
export {
  createQueryTable,
  makeQuerySite,
  type QuerySite,
  type QueryTable,
  type QueryTableOptions,
} from "./table/query-table.ts";
export { answerEntry, answerList, type QueryAnswer } from "./run-query.ts";
