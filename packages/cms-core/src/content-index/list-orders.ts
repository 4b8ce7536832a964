import { ORDER_COLUMNS } from "./tables.ts";

/** `-` stands for the newest, or the last by the alphabet, first. */
export type EntryOrder =
  | "default"
  | "updatedAt"
  | "-updatedAt"
  | "title"
  | "-title"
  | "slug"
  | "-slug"
  | "publishedAt"
  | "-publishedAt";

/** The columns that a list is ordered by, and whether it is read from the end. */
export interface ListOrder {
  readonly columns: readonly string[];
  readonly backwards: boolean;
}

const order = (name: keyof typeof ORDER_COLUMNS, backwards: boolean = false): ListOrder => {
  return { columns: ORDER_COLUMNS[name], backwards };
};

/** Times are kept negative, so that the newest come first when a list is read forwards. */
export const ORDERS: Readonly<Record<EntryOrder, ListOrder>> = {
  default: order("default"),
  updatedAt: order("updated", true),
  "-updatedAt": order("updated"),
  title: order("title"),
  "-title": order("title", true),
  slug: order("slug"),
  "-slug": order("slug", true),
  publishedAt: order("published", true),
  "-publishedAt": order("published"),
};
