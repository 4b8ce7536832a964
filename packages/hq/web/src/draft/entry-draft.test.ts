import { describe, expect, onTestFinished, test } from "vitest";
import { createDraft, changesOf, EntryDraft, valuesOf, unsavedEditsOf } from "./entry-draft.ts";
import { registerPendingInput } from "./pending-input.ts";

const SAVED = { version: "v1", fields: { title: "Rain", intro: "Wet." } };

function draftOf(edits: Readonly<Record<string, unknown>> = {}): EntryDraft {
  const draft = new EntryDraft(createDraft(SAVED, undefined));
  for (const [apiId, value] of Object.entries(edits)) draft.set(apiId, value);
  return draft;
}

describe("a draft", () => {
  test("has the differences from its base version as changes", () => {
    const draft = draftOf({ title: "Rain", intro: "", tags: ["a", ""] });
    expect(changesOf(draft.state)).toEqual({ intro: "", tags: ["a"] });
    draft.set("intro", "Wet.");
    draft.set("tags", [""]);
    expect(unsavedEditsOf(draft.state)).toBeUndefined();
  });

  test("adopts saves by others in unedited fields", () => {
    const draft = draftOf({ title: "Rain tomorrow" });
    draft.arrive({ version: "v2", fields: { title: "Rain today", intro: "Dry." } });
    expect(valuesOf(draft.state)).toEqual({ title: "Rain tomorrow", intro: "Dry." });
    expect(unsavedEditsOf(draft.state)).toEqual({ base: "v1", fields: { title: "Rain tomorrow" } });
  });

  test("without edits becomes the newly saved version and keeps a new empty row", () => {
    const draft = draftOf({ tags: [""] });
    draft.arrive({ version: "v2", fields: { title: "Snow" } });
    expect(valuesOf(draft.state)).toEqual({ title: "Snow", tags: [""] });
    expect(draft.state.base?.version).toBe("v2");
  });

  test("keeps edits made during a save", () => {
    const draft = draftOf({ title: "Rain tom", intro: "Wet, then dry." });
    const sent = changesOf(draft.state);
    draft.set("title", "Rain tomorrow");
    draft.settle(sent, { version: "v2", fields: { ...SAVED.fields, ...sent } });
    expect(unsavedEditsOf(draft.state)).toEqual({ base: "v2", fields: { title: "Rain tomorrow" } });
    expect(valuesOf(draft.state)["intro"]).toBe("Wet, then dry.");
  });

  test("preserves changes by others in a field edited during a save", () => {
    const draft = draftOf({ intro: "Wet. Cold." });
    const sent = changesOf(draft.state);
    draft.set("intro", "Wet. Cold. Dark.");
    const saved = { version: "v2", fields: { title: "Rain", intro: "Wet, says Ann. Cold." } };
    draft.settle(sent, saved, ["intro"]);
    expect(unsavedEditsOf(draft.state)).toEqual({
      base: "v1",
      fields: { intro: "Wet. Cold. Dark." },
    });
    draft.settle(changesOf(draft.state), { ...saved, version: "v3" });
    expect(unsavedEditsOf(draft.state)).toBeUndefined();
  });

  test("includes pending keystrokes when a new version arrives", () => {
    const draft = draftOf({ intro: "Wet. Cold." });
    const sent = changesOf(draft.state);
    let typed = "Wet. Cold. D";
    onTestFinished(registerPendingInput(() => draft.set("intro", typed)));
    const saved = { version: "v2", fields: { title: "Rain", intro: "Wet, says Ann. Cold." } };
    draft.settle(sent, saved, ["intro"]);
    expect(unsavedEditsOf(draft.state)).toEqual({ base: "v1", fields: { intro: typed } });
    typed = "Wet. Cold. Dark.";
    draft.arrive({ ...saved, version: "v3" });
    expect(valuesOf(draft.state)["intro"]).toBe(typed);
  });

  test("is saved against the older version that its stored edits are based on", () => {
    const state = createDraft(SAVED, { base: "v0", fields: { title: "Typed before" } });
    expect(valuesOf(state)).toEqual({ title: "Typed before", intro: "Wet." });
    expect(unsavedEditsOf(state)).toEqual({ base: "v0", fields: { title: "Typed before" } });
  });
});

test("undoes and redoes changes step by step", () => {
  const draft = new EntryDraft(createDraft({ version: "1", fields: { rows: [1, 2] } }, undefined));
  const values = () => valuesOf(draft.state);
  for (const title of ["R", "Ra", "Rain"]) draft.set("title", title);
  draft.set("rows", [2]);
  expect([draft.undo(), values()]).toEqual(["rows", { title: "Rain", rows: [1, 2] }]);
  expect([draft.undo(), values()["title"]]).toEqual(["title", undefined]);
  expect([draft.undo(), changesOf(draft.state)]).toEqual([undefined, {}]);
  expect([draft.redo(), draft.redo(), values()]).toEqual([
    "title",
    "rows",
    { title: "Rain", rows: [2] },
  ]);
  // An intermediate save doesn't conflict with it.
  draft.settle(
    { title: "Rain", rows: [2] },
    { version: "2", fields: { title: "Rain", rows: [2] } },
  );
  draft.undo();
  expect(changesOf(draft.state)).toEqual({ rows: [1, 2] });
});
