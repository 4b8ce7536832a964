export { type CheckedFilter, checkFilters } from "./check-filters.ts";
export type { FilterNode, FilterOperator, FilterTerm } from "./filter-syntax.ts";
export { parseEntryQuery, parseListQuery, type EntryQuery, type ListQuery } from "./list-query.ts";
export { parseFilters } from "./parse-filters.ts";
export type { OrderTerm } from "./parse-orders.ts";
export type { FieldPick } from "./pick-fields.ts";
export { escapeFilterValue, printFilters } from "./print-filters.ts";
export { collapseReferences } from "./entry-references.ts";
export type { QueryEntry } from "./query-entry.ts";
export type { QueryField, QuerySchema } from "./query-field.ts";
export { draftKeyOf, parseQueryString, type QueryParameters } from "./query-parameters.ts";
export {
  advanceTable,
  createQueryTable,
  makeQuerySite,
  type QuerySite,
  type QueryTable,
  type QueryTableOptions,
  type TableChanges,
} from "./query-table.ts";
export { answerEntry, answerList, type QueryAnswer } from "./run-query.ts";
