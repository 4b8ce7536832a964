import { expect, test } from "vitest";
import { formatDatabaseAddress, parseDatabaseUrl } from "./database-address.ts";

test.for([
  ["postgres://loam:secret@db.test:5433/loam", "postgres://loam:********@db.test:5433/loam"],
  ["postgresql://loam@db.test/loam?sslmode=verify-full", undefined],
  ["postgres://db.test/loam?password=secret", "postgres://db.test/loam?password=********"],
  ["postgres:///loam?host=/run/postgresql&user=loam", undefined],
] as const)("shows %s without its password", ([text, shown]) => {
  const address = parseDatabaseUrl(text);
  if (address === undefined) throw new Error("not an address");
  expect(formatDatabaseAddress(address)).toBe(shown ?? text);
});

test.for([
  "loam",
  "http://db.test/loam",
  "postgres://db.test",
  "postgres://db.test/",
  "postgres:///x",
])("rejects %s", (text) => expect(parseDatabaseUrl(text)).toBeUndefined());
