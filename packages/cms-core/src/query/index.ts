export { type CheckedFilter, checkFilters } from "./ask/check-filters.ts";
export type { FilterNode, FilterOperator, FilterTerm } from "./ask/filter-syntax.ts";
export { parseEntryQuery, parseListQuery, type EntryQuery, type ListQuery } from "./list-query.ts";
export { escapeFilterValue, parseFilters, printFilters } from "./ask/parse-filters.ts";
export {
  draftKeyOf,
  type OrderTerm,
  parseQueryString,
  type QueryParameters,
} from "./ask/query-parameters.ts";
export type { FieldPick } from "./answer/pick-fields.ts";
export { collapseReferences } from "./answer/entry-references.ts";
export type { QueryEntry } from "./answer/query-entry.ts";
export type { QueryField, QuerySchema } from "./ask/query-field.ts";
export {
  advanceTable,
  createQueryTable,
  makeQuerySite,
  type QuerySite,
  type QueryTable,
  type QueryTableOptions,
  type TableChanges,
} from "./table/query-table.ts";
export { answerEntry, answerList, type QueryAnswer } from "./run-query.ts";
