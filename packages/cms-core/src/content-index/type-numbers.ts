import type { DatabaseSync } from "node:sqlite";

/** Gives the number of a type by its API id; one that has none gets one. To be used inside a transaction. */
export function createTypeNumbers(database: DatabaseSync): (type: string) => number {
  const numbers = new Map<string, number>();
  const find = database.prepare("SELECT number FROM types WHERE type = ?");
  const add = database.prepare("INSERT INTO types (type) VALUES (?) RETURNING number");
  return (type) => {
    const known = numbers.get(type);
    if (known !== undefined) return known;
    const number = Number((find.get(type) ?? add.get(type))?.["number"]);
    numbers.set(type, number);
    return number;
  };
}
