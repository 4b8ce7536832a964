import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { cloneMain, git } from "../support/git/git-client.ts";
import {
  NO_OID,
  type PackedObject,
  pktLine,
  pushBody,
  rawCommit,
  type RawEntry,
  type RawMove,
  type RawObject,
  rawObject,
  rawPack,
  rawTree,
} from "../support/git/raw-push.ts";
import { type SiteByGit, startSiteByGit } from "../support/git/site-by-git.ts";

const MAIN = "refs/heads/main";
const LINK = "120000";
const FILE = "100644";
const FOLDER = "40000";

interface Sent {
  readonly status: number;
  /** The raw response to the client. */
  readonly text: string;
}

interface Target {
  readonly site: SiteByGit;
  /** Commit of `main`. */
  readonly tip: string;
  /** Entries of its root tree. */
  readonly root: readonly RawEntry[];
  readonly post: (service: string, body: Buffer, headers?: object) => Promise<Sent>;
  readonly push: (moves: readonly RawMove[], pack: Buffer) => Promise<Sent>;
  /** Pushes a commit of these objects to `main`; `tree` is the root. */
  readonly pushTree: (tree: RawObject, objects?: readonly PackedObject[]) => Promise<Sent>;
  /** Checks that nothing of a refused push remains. */
  readonly expectUnharmed: () => Promise<void>;
}

async function start(): Promise<Target> {
  const site = await startSiteByGit();
  const token = await site.token();
  const clone = await cloneMain(site.remote(token));
  const tip = (await git(clone, "rev-parse", "HEAD")).stdout.trim();
  const listed = (await git(clone, "ls-tree", "HEAD")).stdout.trim().split("\n");
  const root = listed.map((line): RawEntry => {
    const [head = "", name = ""] = line.split("\t");
    const [mode = "", , oid = ""] = head.split(" ");
    return [mode.replace(/^0/, ""), name, oid];
  });
  const { url, hq } = site.people.hq;
  const gitDir = join(hq.paths.sites, `${site.siteId}.git`);
  const post = async (service: string, body: Buffer, headers: object = {}): Promise<Sent> => {
    const answer = await fetch(`${url}/git/${site.siteId}.git/${service}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, Connection: "close", ...headers },
      body: new Uint8Array(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const push = async (moves: readonly RawMove[], pack: Buffer): Promise<Sent> =>
    post("git-receive-pack", pushBody(moves, pack));
  return {
    site,
    tip,
    root,
    post,
    push,
    pushTree: async (tree, objects = []) => {
      const commit = rawCommit({ tree: tree.oid, parents: [tip] });
      return push([{ ref: MAIN, from: tip, to: commit.oid }], rawPack([commit, tree, ...objects]));
    },
    expectUnharmed: async () => {
      expect((await git(clone, "ls-remote", "origin", MAIN)).stdout).toContain(tip);
      expect(globSync("loam/incoming/*", { cwd: gitDir })).toEqual([]);
      expect(site.people.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
  };
}

/** Sorts a folder as if its name ended with a slash. */
function sortKey([mode, name]: RawEntry): Buffer {
  return Buffer.concat([Buffer.from(name), Buffer.from(mode === FOLDER ? "/" : "")]);
}

function sorted(entries: readonly RawEntry[]): readonly RawEntry[] {
  return entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
}

test("GIT-01 refuses trees that harm a checkout", async () => {
  const { root, tip, push, pushTree, expectUnharmed } = await start();
  const blob = rawObject("blob", "text\n");
  const passwd = rawObject("blob", "/etc/passwd");
  const above = rawObject("blob", "../../x");
  const inner = rawTree([[FILE, "post-update", blob.oid]]);
  const hooks = rawTree([[FOLDER, "hooks", inner.oid]]);
  const filter = rawObject("blob", "*.md filter=lfs\n");
  const modules = rawObject("blob", '[submodule "a"]\n\tpath = a\n\turl = -u./payload\n');
  const objects = [blob, passwd, above, inner, hooks, filter, modules];
  const file = (name: string | Buffer): readonly RawEntry[] => [[FILE, name, blob.oid]];
  const trees: Readonly<Record<string, readonly RawEntry[]>> = {
    ".git": file(".git"),
    ".GIT": file(".GIT"),
    "git~1": file("git~1"),
    ".git without its width": file(".g\u200cit"),
    "a hook in .git": [[FOLDER, ".git", hooks.oid]],
    "..": file(".."),
    ".": file("."),
    "a slash": file("../x"),
    "a backslash": file("..\\x"),
    "no name": file(""),
    "one name twice": [...file("a"), ...file("a")],
    "a file and a folder of one name": [...file("a"), [FOLDER, "a", inner.oid]],
    "no object": [[FILE, "a", NO_OID]],
    "an object that is not there": [[FILE, "a", rawObject("blob", "elsewhere").oid]],
    "a link to the system": [[LINK, "a", passwd.oid]],
    "a link out of it": [[LINK, "a", above.oid]],
    ".gitmodules as a link": [[LINK, ".gitmodules", passwd.oid]],
    ".gitmodules with an option": [[FILE, ".gitmodules", modules.oid]],
    "a submodule": [["160000", "a", tip]],
    "a filter": [[FILE, ".gitattributes", filter.oid]],
    "two by case": [...file("README"), ...file("readme")],
    "two folders by case": [[FOLDER, "A", inner.oid], ...file("a")],
    "two by Unicode form": [...file("caf\u00e9"), ...file("cafe\u0301")],
    "a device": file("con"),
    "a device with an ending": file("NUL.md"),
    "a dot at its end": file("a."),
    "a stream": file("a:b"),
    "a line break": file("a\nb"),
    "bytes that are no text": file(Buffer.from([0x61, 0xff, 0x62])),
    "5,000 bytes": file("a".repeat(5000)),
    "a folder's mode with a zero": [["040000", "a", inner.oid]],
  };
  for (const [name, entries] of Object.entries(trees)) {
    for (const isMain of [true, false]) {
      const tree = rawTree(sorted([...root, ...entries]));
      const commit = rawCommit({ tree: tree.oid, parents: [tip] });
      const [ref, from] = isMain ? [MAIN, tip] : ["refs/heads/side", NO_OID];
      const pack = rawPack([commit, tree, ...objects]);
      const { text } = await push([{ ref, from, to: commit.oid }], pack);
      expect.soft([name, text]).toEqual([name, expect.stringContaining(`ng ${ref} `)]);
    }
  }
  const unsorted = rawTree(sorted(root).toReversed());
  expect((await pushTree(unsorted)).text).toContain(`ng ${MAIN} `);
  await expectUnharmed();
});

test("GIT-02 GIT-03 accepts only branches with portable names", async () => {
  const { root, tip, push, post, expectUnharmed } = await start();
  const tree = rawTree(root);
  const commit = rawCommit({ tree: tree.oid, parents: [tip] });
  const pack = rawPack([commit, tree]);
  const names = [
    "HEAD",
    "refs/heads/published",
    "refs/cms/a",
    "refs/loam/a",
    "refs/tags/a",
    "refs/replace/a",
    "refs/notes/commits",
    "refs/heads/",
    "refs/heads/..",
    "refs/heads/a..b",
    "refs/heads/a.lock",
    "refs/heads/a.lock/b",
    "refs/heads/a@{1}",
    "refs/heads/-x",
    "refs/heads/--upload-pack=x",
    "refs/heads/a/../../../config",
    "../config",
    "refs/heads/a\u0007b",
    "refs/heads/a~b",
    `refs/heads/${"a".repeat(4096)}`,
    Buffer.from("refs/heads/a\xff", "latin1"),
    "refs/heads/main/a",
  ];
  for (const ref of names) {
    const { status, text } = await push([{ ref, from: NO_OID, to: commit.oid }], pack);
    const isRefused = status === 200 && /ng |unpack invalid_request/.test(text);
    expect.soft([ref, status, isRefused, text]).toEqual([ref, status, true, text]);
  }
  for (const [from, to] of [
    [tip, NO_OID],
    [NO_OID, commit.oid],
    [NO_OID, NO_OID],
    [commit.oid, tip],
  ] as const) {
    expect((await push([{ ref: MAIN, from, to }], pack)).text).toContain(`ng ${MAIN} `);
  }
  // An object missing in the pack, or not a commit.
  for (const to of ["a".repeat(40), tree.oid]) {
    expect((await push([{ ref: MAIN, from: tip, to }], pack)).text).toContain(`ng ${MAIN} `);
  }
  const move = { ref: "refs/heads/a", from: NO_OID, to: commit.oid };
  const other = { ...move, ref: "refs/heads/published" };
  const both = await push([move, other], pack);
  expect(both.text).toMatch(/ng refs\/heads\/a .*ng refs\/heads\/published /s);
  const many = Array.from({ length: 101 }, (_, n) => ({ ...move, ref: `refs/heads/b${n}` }));
  const tooMany = await push(many, pack);
  expect(tooMany.text.match(/ng refs\/heads\/b\d+ too many refs/g)).toHaveLength(101);
  for (const body of ["zzzz", "0bad"]) {
    const { status, text } = await post("git-receive-pack", Buffer.from(body));
    expect([status, text]).toEqual([200, expect.stringContaining("unpack invalid_request")]);
  }
  const shallow = Buffer.concat(
    Array.from({ length: 100_001 }, () => pktLine(`shallow ${"a".repeat(40)}`)),
  );
  expect((await post("git-receive-pack", shallow)).text).toContain("unpack invalid_request");
  await expectUnharmed();
});

const MIB = 1024 * 1024;

/** Returns a blob of zeros, which compresses to a thousandth. */
function zeros(byteSize: number): RawObject {
  return rawObject("blob", Buffer.alloc(byteSize));
}

/** Returns nested folders, each of which contains the next one ten times. */
function nested(depth: number, text = "x\n"): readonly RawObject[] {
  const blob = rawObject("blob", text);
  const objects: RawObject[] = [blob];
  let [mode, oid] = [FILE, blob.oid];
  for (let level = 0; level < depth; level += 1) {
    const [heldMode, held] = [mode, oid];
    const tree = rawTree("0123456789".split("").map((name) => [heldMode, `d${name}`, held]));
    objects.push(tree);
    [mode, oid] = [FOLDER, tree.oid];
  }
  return objects;
}

/** Encodes a size as in deltas: seven bits per byte, lowest first. */
function deltaSize(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) return bytes;
  }
}

/** Returns a delta that copies the first 16 MiB of its base repeatedly. */
function deltaBomb(base: RawObject, byteSize: number): PackedObject {
  // Copies that many bytes from offset 0.
  const copy = [0x80 | 0x40 | 0x20 | 0x10, 0xff, 0xff, 0xff];
  const most = 0xffffff;
  const copies = Math.floor(byteSize / most);
  const all = Array.from({ length: copies }, () => copy).flat();
  const delta = Buffer.from([...deltaSize(base.size), ...deltaSize(copies * most), ...all]);
  const stream = Buffer.concat([Buffer.from(base.oid, "hex"), deflateSync(delta)]);
  return { type: "delta", size: delta.length, stream };
}

test("GIT-04 refuses pushes that expand excessively", async () => {
  const { root, tip, push, pushTree, expectUnharmed } = await start();
  const told = async (path: string, oid: string, objects: readonly PackedObject[]) => {
    const parts = path.split("/");
    let entry: RawEntry = [FILE, parts.at(-1) ?? "", oid];
    const folders: RawObject[] = [];
    for (const part of parts.slice(0, -1).toReversed()) {
      const folder = rawTree([entry]);
      folders.push(folder);
      entry = [FOLDER, part, folder.oid];
    }
    const beside = root.filter(([, name]) => name !== parts[0]);
    const tree = rawTree(sorted([...beside, entry]));
    return (await pushTree(tree, [...folders, ...objects])).text;
  };
  const large = zeros(9 * MIB);
  for (const path of ["site.yml", ".gitattributes", "content/posts/a.md", "types/posts/type.yml"]) {
    const text = await told(path, large.oid, [large]);
    expect
      .soft([path, text])
      .toEqual([path, expect.stringMatching(/: too_large: The file is|attributesLarge/)]);
  }
  const held = zeros(7 * MIB);
  const names = Array.from({ length: 40 }, (_, place) => `post-${place}.md`);
  const posts = rawTree(sorted(names.map((name): RawEntry => [FILE, name, held.oid])));
  const content = rawTree([[FOLDER, "posts", posts.oid]]);
  const others = root.filter(([, name]) => name !== "content");
  const many = rawTree(sorted([...others, [FOLDER, "content", content.oid]]));
  expect((await pushTree(many, [content, posts, held])).text).toMatch(
    /too_large: The pushed entries and content types are [\d.]+ [kM]i?B in total/,
  );

  const bomb = nested(60);
  const inBomb = rawTree(sorted([...root, [FOLDER, "bomb", bomb.at(-1)?.oid ?? ""]]));
  const branch = rawCommit({ tree: inBomb.oid, parents: [tip] });
  const side = { ref: "refs/heads/side", from: NO_OID, to: branch.oid };
  const refused = await push([side], rawPack([branch, inBomb, ...bomb]));
  expect(refused.text).toContain("contains more than 1000000 files");
  expect(refused.text).toContain("ng refs/heads/side too_large");

  // Each side reverts a hundred thousand files.
  const sides = ["a\n", "b\n"].map((text) => nested(5, text));
  const roots = sides.map((objects) =>
    rawTree(sorted([...root, [FOLDER, "many", objects.at(-1)?.oid ?? ""]])),
  );
  const commits: RawObject[] = [];
  for (let count = 0; count < 12; count += 1) {
    const parents = [commits.at(-1)?.oid ?? tip];
    commits.push(rawCommit({ tree: roots[count % 2]?.oid ?? "", parents }));
  }
  const back = { ref: MAIN, from: tip, to: commits.at(-1)?.oid ?? "" };
  const turned = await push([back], rawPack([...commits, ...roots, ...sides.flat()]));
  expect(turned.text).toContain("The commits change too many files");

  const base = zeros(16 * MIB);
  const copies = deltaBomb(base, 3 * 1024 * MIB);
  expect(await told("a.bin", base.oid, [base, copies])).toContain("too large to check");
  // The pack contains almost nothing of the announced size.
  const announced = { type: "blob", size: 4 * 1024 * MIB, stream: deflateSync("a") } as const;
  expect(await told("a.bin", base.oid, [base, announced])).toContain(`ng ${MAIN} `);
  const tree = rawTree(root);
  const move = { ref: MAIN, from: tip, to: rawCommit({ tree: tree.oid, parents: [tip] }).oid };
  const million = await push([move], rawPack([tree], 1_000_001));
  expect(million.text).toContain("A push can contain up to 1,000,000 objects");
  const long = rawCommit({ tree: tree.oid, parents: [tip], message: Buffer.alloc(9 * MIB, "a") });
  const talkative = await push([{ ...move, to: long.oid }], rawPack([long, tree]));
  expect(talkative.text).toContain(`ng ${MAIN} `);
  await expectUnharmed();
});

function hashOf(place: number): string {
  return createHash("sha1").update(String(place)).digest("hex");
}

test("GIT-11 limits the inflated size of a request", async () => {
  const { tip, post, expectUnharmed } = await start();
  const bomb = gzipSync(Buffer.alloc(50 * MIB));
  for (const service of ["git-upload-pack", "git-receive-pack"]) {
    const { text } = await post(service, bomb, { "Content-Encoding": "gzip" });
    const refused =
      service === "git-upload-pack" ? "ERR The request is too long." : "unpack invalid_request";
    expect([service, text]).toEqual([service, expect.stringContaining(refused)]);
    expect(text).not.toContain("PACK");
  }
  const plain = Buffer.from("0000");
  for (const encoding of ["br", "deflate", "gzip, gzip"]) {
    for (const service of ["git-upload-pack", "git-receive-pack"]) {
      const { text } = await post(service, plain, { "Content-Encoding": encoding });
      expect(text).toContain("Send the body uncompressed, or compressed with gzip.");
    }
  }
  const broken = await post("git-upload-pack", plain, { "Content-Encoding": "gzip" });
  expect(broken.text).toContain("ERR The body is not valid gzip data.");
  const haves = Array.from({ length: 20_000 }, (_, place) => pktLine(`have ${hashOf(place)}\n`));
  const asked = [pktLine(`want ${tip} ofs-delta\n`), plain, ...haves, pktLine("done\n")];
  const answer = await post("git-upload-pack", gzipSync(Buffer.concat(asked)), {
    "Content-Encoding": "gzip",
  });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("PACK");
  await expectUnharmed();
});

test("GIT-14 keeps the commit's author and records the pusher in the audit log", async () => {
  const { site, root, tip, push } = await start();
  const tree = rawTree(root);
  const to = (author: string, message: string) =>
    rawCommit({ tree: tree.oid, parents: [tip], author, message });
  const time = "1700000000 +0000";
  for (const [author, message] of [
    [`Ann <ann@example.test\nparent ${tip}> ${time}`, "A\n"],
    [`Ann ann@example.test ${time}`, "A\n"],
    [`<> ${time}`, "A\0B\n"],
    ["Ann <ann@example.test> never", "A\n"],
    [`Ann <ann@example.test> ${"9".repeat(30)} +0000`, "A\n"],
  ] as const) {
    const commit = to(author, message);
    const { text } = await push(
      [{ ref: MAIN, from: tip, to: commit.oid }],
      rawPack([commit, tree]),
    );
    expect.soft([author, text]).toEqual([author, expect.stringContaining(`ng ${MAIN} `)]);
  }
  const forged = to(`Loam HQ <hq@loam.invalid> ${time}`, `${"<script>&\u202e".repeat(80_000)}\n`);
  const taken = await push([{ ref: MAIN, from: tip, to: forged.oid }], rawPack([forged, tree]));
  expect(taken.text).toContain(`ok ${MAIN}`);
  const log = await site.admin.ask("GET", `/api/manage/sites/${site.siteId}/audit`);
  expect(JSON.stringify(log.body)).toMatch(/"event":"site\.pushed"[^}]*"userName":"ada"/);
  const listed = await site.admin.ask("GET", `/api/manage/sites/${site.siteId}/log`);
  expect(listed.status).toBe(200);
  expect(listed.text.length).toBeLessThan(100_000);
});
