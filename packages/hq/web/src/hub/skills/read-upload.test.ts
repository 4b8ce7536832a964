import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { belowFolder, readUpload } from "./read-upload.ts";

test("unpacks a ZIP and finds the skill next to SKILL.md", async () => {
  const zip = zipSync({
    "deploy-site/SKILL.md": strToU8("---\nname: deploy-site\n---\n"),
    "deploy-site/templates/post.md": strToU8("é"),
    "deploy-site/logo.png": new Uint8Array([137, 80, 78, 71, 0, 255]),
    "__MACOSX/deploy-site/._SKILL.md": strToU8("x"),
    "README.md": strToU8("no part of it"),
  });
  const file = new Blob([Uint8Array.from(zip)]);
  const { folder, files } = belowFolder(await readUpload([{ path: "skill.ZIP", file }]));
  expect(folder).toBe("deploy-site");
  expect(files).toEqual([
    { path: "SKILL.md", mode: "100644", text: "---\nname: deploy-site\n---\n" },
    { path: "templates/post.md", mode: "100644", text: "é" },
    { path: "logo.png", mode: "100644", content: "iVBORwD/" },
  ]);
});

test("refuses invalid and oversized ZIPs before unpacking", async () => {
  const noZip = [{ path: "a.zip", file: new Blob(["PK"]) }];
  await expect(readUpload(noZip)).rejects.toMatchObject({ reason: "noZip" });
  const zeros = zipSync({ "SKILL.md": new Uint8Array(33 * 1024 * 1024) });
  const bomb = [{ path: "a.zip", file: new Blob([Uint8Array.from(zeros)]) }];
  await expect(readUpload(bomb)).rejects.toMatchObject({ reason: "tooLarge" });
});

test("keeps a ZIP that is one of the skill's files", async () => {
  const file = new Blob([Uint8Array.from(zipSync({ "a.txt": strToU8("a") }))]);
  const chosen = [
    { path: "deploy/SKILL.md", file: new Blob(["x"]) },
    { path: "deploy/template.zip", file },
  ];
  const { files } = belowFolder(await readUpload(chosen));
  expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "template.zip"]);
});

test("keeps the paths of individually selected files", async () => {
  const chosen = [{ path: "notes.md", file: new Blob(["one"]) }];
  expect(belowFolder(await readUpload(chosen))).toEqual({
    folder: undefined,
    files: [{ path: "notes.md", mode: "100644", text: "one" }],
  });
});
