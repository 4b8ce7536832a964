export { parseEntryQuery, parseListQuery, type EntryQuery, type ListQuery } from "./list-query.ts";
export { type OrderTerm, type QueryField } from "./order-entries.ts";
export { type FieldPick } from "./pick-fields.ts";
export { parseQueryString, type QueryParameters } from "./query-parameters.ts";
export { renderEntryAnswer, renderListAnswer, type PublishedEntry } from "./run-query.ts";
