import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runDemo } from "../support/demo/demo-process.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const demo = await demoUnderTest();

async function freePorts(): Promise<{ LOAM_PORT: string; LOAM_SITE_PORT: string }> {
  return { LOAM_PORT: String(await freePort()), LOAM_SITE_PORT: String(await freePort()) };
}

describe("the demo", () => {
  test("creates everything, checks it, and exits", () => {
    expect(demo.firstRun.errors).toBe("");
    expect(demo.firstRun.output).toMatch(
      /No problems: \d{2,} entries of \d+ content types, \d{2,} pages and files/,
    );
    for (const shown of [demo.siteUrl, demo.hqUrl, demo.email, demo.password, demo.readKey]) {
      expect(demo.firstRun.output).toContain(shown);
    }
  });

  test("starts from existing data the second time", () => {
    expect(demo.secondStart.output).not.toContain("Importing");
    expect(demo.secondStart.output).toContain(demo.readKey);
  });

  test("serves the documentation with its search index", async () => {
    for (const path of ["/docs/", "/docs/tutorials/first-site/", "/docs/pagefind/pagefind.js"]) {
      expect([path, (await fetch(demo.hqUrl + path)).status]).toEqual([path, 200]);
    }
  });

  test("stops on Ctrl-C at any time, resumes unfinished work, and leaves no process running", () => {
    expect(demo.interrupted).toBe(130);
    // If part of the first run were still active, the data folder would be locked.
    expect(demo.firstRun.output).toContain("Importing");
    expect([demo.secondStart.ended, demo.secondStart.left]).toEqual([0, [false, false]]);
  });
});

describe("a clear error line and exit code", () => {
  test("for a port in use", async () => {
    const free = await freePorts();
    const folder = await temporaryFolder("demo-port");

    const hq = await runDemo({
      args: ["--folder", folder],
      env: { ...free, LOAM_PORT: String(demo.hqPort) },
    });
    const site = await runDemo({
      args: ["--folder", folder],
      env: { ...free, LOAM_SITE_PORT: String(demo.sitePort) },
    });

    expect([hq.code, hq.errors]).toEqual([
      1,
      `Port ${demo.hqPort} is in use. Stop what listens there, or choose another with LOAM_PORT=<port>.\n`,
    ]);
    expect(site.errors).toMatch(
      new RegExp(`^Port ${demo.sitePort} is in use.*LOAM_SITE_PORT=<port>\\.\\n$`),
    );
  });

  test("for a data folder of another HQ", async () => {
    const { code, errors } = await runDemo({
      args: ["--folder", demo.folder],
      env: await freePorts(),
    });

    expect(code).toBe(1);
    expect(errors).toMatch(/^hq: data_dir_locked: .* is in use by process \d+ .*\n$/);
  });

  test("for a machine without Git", async () => {
    const folder = await temporaryFolder("demo-git");
    const bin = join(folder, "bin");
    await mkdir(bin);
    await symlink(process.execPath, join(bin, "node"));

    const { code, errors } = await runDemo({
      args: ["--folder", join(folder, "demo")],
      env: { ...(await freePorts()), PATH: bin },
    });

    expect([code, errors]).toEqual([
      1,
      "git was not found. Install it (https://git-scm.com) and run this again.\n",
    ]);
  });
});
