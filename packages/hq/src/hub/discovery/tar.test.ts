import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTar } from "./tar.ts";

test("creates archives that tar extracts with names, modes, and bytes", () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-tar-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const long = `${"deep/".repeat(20)}${"n".repeat(90)}.txt`;
  const files = [
    { path: "SKILL.md", isProgram: false, bytes: Buffer.from("Do it.") },
    { path: "bin/run.sh", isProgram: true, bytes: Buffer.alloc(512, "x") },
    { path: "日本語.md", isProgram: false, bytes: Buffer.alloc(0) },
    { path: long, isProgram: false, bytes: Buffer.alloc(1000, 7) },
  ];
  execFileSync("tar", ["-xf", "-"], { cwd: folder, input: makeTar(files) });
  for (const { path, isProgram, bytes } of files) {
    expect(readFileSync(join(folder, path))).toEqual(bytes);
    expect(statSync(join(folder, path)).mode & 0o111).toBe(isProgram ? 0o111 : 0);
  }
});

test("rejects a path that is too long", () => {
  for (const path of ["n".repeat(101), `${"a".repeat(200)}/b`]) {
    const make = (): Buffer => makeTar([{ path, isProgram: false, bytes: Buffer.alloc(0) }]);
    expect(make).toThrow(expect.objectContaining({ code: "invalid_path" }));
  }
});
