import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkMachine } from "../../scripts/demo/check-machine.ts";
import { crawlSite } from "../../scripts/demo/crawl-site.ts";
import { readSettings } from "../../scripts/demo/read-settings.ts";
import { runProgram, startProgram } from "../../scripts/demo/run-program.ts";
import { serveFolder } from "../../scripts/demo/serve-folder.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Writes files to a new folder and serves it at `/`. Returns its URL and folder. */
async function servedFolder(
  files: Readonly<Record<string, string>>,
): Promise<{ origin: string; folder: string }> {
  const folder = join(await temporaryFolder(), "dist");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const port = await freePort();
  const server = await serveFolder(folder, port);
  onTestFinished(() => server.close());
  return { origin: `http://127.0.0.1:${port}`, folder };
}

/** Requests a path without normalizing it as `fetch` would. */
async function rawStatus(origin: string, path: string): Promise<number> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await once(socket, "close");
  return Number(text.split(" ")[1]);
}

describe("demo settings", () => {
  test("default to the documented ports and folder", () => {
    expect(readSettings([], {})).toMatchObject({ once: false, hqPort: 4400, sitePort: 4401 });
    expect(
      readSettings(["--once", "--folder", "/x"], { LOAM_PORT: "5", LOAM_SITE_PORT: "6" }),
    ).toEqual({ once: true, folder: "/x", hqPort: 5, sitePort: 6 });
  });

  test.for([
    [["--twice"], {}, "--twice"],
    [[], { LOAM_PORT: "http" }, "LOAM_PORT"],
    [[], { LOAM_SITE_PORT: "70000" }, "LOAM_SITE_PORT"],
  ] as const)("refuse %j with %j by name", ([args, environment, name]) => {
    expect(() => readSettings(args, environment)).toThrow(name);
  });
});

describe("the machine check", () => {
  const settings = { once: true, folder: "/x" };

  test("names a port in use and how to choose another", async () => {
    const { origin } = await servedFolder({});
    const taken = Number(new URL(origin).port);
    const free = await freePort();

    await expect(checkMachine({ ...settings, hqPort: taken, sitePort: free })).rejects.toThrow(
      `Port ${taken} is in use. Stop what listens there, or choose another with LOAM_PORT=<port>.`,
    );
    await expect(checkMachine({ ...settings, hqPort: free, sitePort: taken })).rejects.toThrow(
      "LOAM_SITE_PORT=<port>",
    );
  });

  test("names a folder that can't be created", async () => {
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "");
    const ports = { hqPort: await freePort(), sitePort: await freePort() };
    await expect(checkMachine({ ...settings, ...ports, folder: join(file, "x") })).rejects.toThrow(
      `${join(file, "x")} cannot be made or written to. Check its owner and permissions, or choose another with --folder.`,
    );
  });

  test("accepts free ports", async () => {
    const [hqPort, sitePort] = [await freePort(), await freePort()];
    const folder = join(await temporaryFolder(), "new");
    await expect(checkMachine({ once: true, folder, hqPort, sitePort })).resolves.toBeUndefined();
  });
});

describe("a served folder", () => {
  test("returns files, index pages, and the site's 404 page", async () => {
    const { origin } = await servedFolder({
      "index.html": "home",
      "blog/a/index.html": "post",
      "404.html": "gone astray",
      "rss.xml": "<rss/>",
    });

    const text = async (path: string): Promise<string> => (await fetch(origin + path)).text();
    expect(await text("/")).toBe("home");
    expect(await text("/blog/a/")).toBe("post");
    expect(await text("/blog/a")).toBe("post");
    const missing = await fetch(`${origin}/none`);
    expect([missing.status, await missing.text()]).toEqual([404, "gone astray"]);
    expect((await fetch(`${origin}/rss.xml`)).headers.get("content-type")).toMatch("xml");
    const head = await fetch(`${origin}/`, { method: "HEAD" });
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["4", ""]);
    expect((await fetch(origin, { method: "POST" })).status).toBe(405);
  });

  test("returns nothing outside of it", async () => {
    const { origin, folder } = await servedFolder({ "index.html": "home" });
    await writeFile(join(folder, "../secret.txt"), "secret");
    await mkdir(join(folder, "../distant"));
    await writeFile(join(folder, "../distant/x.txt"), "secret");

    for (const path of [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/%2e%2e%2fsecret.txt",
      "/..%2fdistant/x.txt",
      "/%00",
      "/%ff",
      "//secret.txt",
    ]) {
      expect(await rawStatus(origin, path)).toBe(404);
    }
  });
});

describe("the crawler", () => {
  test("finds links, all image sizes, and feeds, and locates dead links", async () => {
    const { origin } = await servedFolder({
      "index.html": `<a href="/a/?x=1&amp;y=2">a</a> <a href='rss.xml'>rss</a> <a href="#top">top</a>
        <a href="mailto:x@example.test">mail</a> <a href="https://example.test/">away</a>`,
      "a/index.html": `<img src="/1.png" srcset="/2.webp 320w, /3.webp 640w"><a href="/none">x</a>`,
      "rss.xml": `<rss><link>/b.html</link></rss>`,
      "b.html": "<p>no links</p>",
      "1.png": "",
      "2.webp": "",
    });

    const pages = await crawlSite(`${origin}/`);

    const byPath = new Map(pages.map((page) => [page.url.slice(origin.length), page]));
    expect(new Map([...byPath].map(([path, { status }]) => [path, status]))).toEqual(
      new Map([
        ["/", 200],
        ["/a/?x=1&y=2", 200],
        ["/rss.xml", 200],
        ["/b.html", 200],
        ["/1.png", 200],
        ["/2.webp", 200],
        ["/3.webp", 404],
        ["/none", 404],
      ]),
    );
    expect(byPath.get("/none")?.from).toBe(`${origin}/a/?x=1&y=2`);
    expect(byPath.get("/")?.links).toContain("https://example.test/");
  });

  test("stops on a site with endless pages", async () => {
    let count = 0;
    const server = createServer((_request, response) => {
      count += 1;
      response.setHeader("Content-Type", "text/html").end(`<a href="/${count}">next</a>`);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => server[Symbol.asyncDispose]());
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;

    await expect(crawlSite(`http://127.0.0.1:${port}/`, { maxPages: 20 })).rejects.toThrow(
      "more than 20 pages",
    );
  });
});

describe("processes of the demo", () => {
  test("return their output or error message", async () => {
    expect(await runProgram({ name: "speak", args: ["-e", "console.log('hello')"] })).toBe(
      "hello\n",
    );
    await expect(
      runProgram({ name: "fail", args: ["-e", "console.error('no such disk'); process.exit(3)"] }),
    ).rejects.toThrow(/^no such disk$/);
    await expect(
      runProgram({
        name: "fail",
        args: ["-e", "console.log('TS1: no such type'); process.exit(2)"],
      }),
    ).rejects.toThrow(/^TS1: no such type$/);
    await expect(runProgram({ name: "fail", args: ["-e", "process.exit(3)"] })).rejects.toThrow(
      "Could not fail: it ended with 3.",
    );
  });

  test("end when they are stopped", async () => {
    const running = startProgram({ name: "wait", args: ["-e", "setInterval(() => {}, 1000)"] });
    await running.stop();
    expect(await running.ended).toBe("SIGTERM");
  });
});
