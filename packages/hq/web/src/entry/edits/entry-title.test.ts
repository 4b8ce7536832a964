import { expect, test } from "vitest";
import type { Field } from "../../api/content/schema.ts";
import { titleIn } from "./entry-title.ts";

function field(apiId: string, type = "text"): Field {
  return { apiId, label: apiId, type, required: false, multiple: false };
}

test("uses the title, name, or headline field, otherwise the first text", () => {
  const fields = [field("intro", "textarea"), field("role"), field("Name")];
  expect(titleIn(fields, { intro: "Wet.", role: "Editor", Name: "Ann" })).toBe("Ann");
  expect(titleIn(fields, { intro: "Wet.", role: "Editor", Name: " " })).toBe("Editor");
  expect(titleIn(fields, { intro: "Wet." })).toBeUndefined();
  expect(titleIn([field("intro", "textarea"), field("size", "number")], { intro: "Wet." })).toBe(
    "Wet.",
  );
  expect(titleIn([], {})).toBeUndefined();
});
