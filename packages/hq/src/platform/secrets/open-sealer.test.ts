import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSealer } from "./open-sealer.ts";
import { makeSecretKey } from "./sealer.ts";

function keyPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "secret.key");
}

describe("the key of an instance", () => {
  test("is created once for its owner only and read again", () => {
    const path = keyPath();
    const sealed = openSealer([], path).seal("x", "y");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(openSealer([], path).open(sealed, "y")).toBe("x");
    expect(readdirSync(dirname(path))).toEqual(["secret.key"]);
  });

  test("is the same for processes that create it concurrently", async () => {
    const path = keyPath();
    const program = `import { openSealer } from ${JSON.stringify(import.meta.resolve("./open-sealer.ts"))};
      process.stdout.write(openSealer([], ${JSON.stringify(path)}).seal("x", "y"));`;
    const args = ["-C", "@loam/source", "--input-type=module", "-e", program];
    const sealed = await Promise.all(
      Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, args)),
    );
    const sealer = openSealer([], path);
    expect(sealed.map(({ stdout }) => sealer.open(stdout, "y"))).toEqual(["x", "x", "x", "x"]);
  });

  test("comes from the configuration if set, without creating a file", () => {
    const path = keyPath();
    const key = makeSecretKey();
    const sealed = openSealer([key], path).seal("x", "y");
    expect(() => readFileSync(path)).toThrow(/ENOENT/);
    expect(openSealer([makeSecretKey(), key], path).open(sealed, "y")).toBe("x");
  });

  test("never overwrites a file with other content", () => {
    const path = keyPath();
    writeFileSync(path, "half a k");
    expect(() => openSealer([], path)).toThrow(
      expect.objectContaining({ code: "data_dir_unusable" }),
    );
    expect(readFileSync(path, "utf8")).toBe("half a k");
  });
});
