import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { expect, test } from "vitest";
import { parseNumber } from "../../packages/cms-core/src/base/text.ts";
import { parseSiteFile } from "../../packages/cms-core/src/content/site/site-file.ts";
import { parseOid } from "../../packages/cms-core/src/git/objects/object-id.ts";
import { openRepository } from "../../packages/cms-core/src/git/repository/repository.ts";
import { markdownReader } from "../../packages/cms-core/src/markdown/read-markdown.ts";
import { splitMarkdown } from "../../packages/cms-core/src/markdown/split-markdown.ts";
import { cleanFilename } from "../../packages/cms-core/src/media/kinds/clean-filename.ts";
import { sniffMedia } from "../../packages/cms-core/src/media/kinds/sniff-media.ts";
import { sanitizeSvg } from "../../packages/cms-core/src/media/strip/sanitize-svg.ts";
import { findRichTextLinks } from "../../packages/cms-core/src/render/entry-template.ts";
import { readCollections } from "../../packages/cms-core/src/transfer/import/frameworks/astro-collections.ts";
import { inferScalar } from "../../packages/cms-core/src/transfer/import/infer/scalar.ts";
import { parseLinkTarget } from "../../packages/cms-core/src/transfer/import/links/link-target.ts";
import { readDocument } from "../../packages/cms-core/src/transfer/import/source/read-document.ts";
import { explodes } from "../support/properties/explodes.ts";
import { createBlog } from "../support/site/blog-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Accepts success and refusal alike. */
async function takenOrRefused(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isCmsError(error)) throw error;
  }
}

async function sniff(text: string): Promise<unknown> {
  const path = join(await temporaryFolder("sniff"), "upload");
  await writeFile(path, text);
  return sniffMedia(path, { filename: "a.svg", svg: true });
}

function siteFile(route: string): Buffer {
  const head = `loam: 1\nid: saaaaaaaaaaaaaaaaaaa\nname: Site\n`;
  return Buffer.from(`${head}routes:\n  posts: ${JSON.stringify(route)}\n`);
}

function svg(inner: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`);
}

/** Twice the maximum length of a rich text. */
const N = 400_000;

const TEXTS: Readonly<Record<string, () => unknown>> = {
  "an upload that seems to begin as SVG for ever": () =>
    sniff(`<!-->${"\t<!-->\t<!-->".repeat(100)}\t`),
  "an upload whose name is of dots": () => cleanFilename(`a${".".repeat(N)}x`),
  "a number of digits and no number": () => parseNumber(`${"0".repeat(N)}+`),
  "a number with noughts within": () => parseNumber(`1.${"0".repeat(N)}1`),
  "a tag that does not end": () => markdownReader()(`<div>\n<A${"A".repeat(N)}<A>\n</div>`),
  "a fence that a line separator ends": () => splitMarkdown(`~~~${"~".repeat(N)}\u2028`),
  "links between fences, of some texts": () => {
    const text = "```\n```\n".repeat(N / 16) + "<media:maaaaaaaaaaaaaaaaaaa>\n".repeat(N / 58);
    for (let times = 0; times < 5; times += 1) findRichTextLinks(text);
  },
  "a route of brackets": () => parseSiteFile(siteFile(`/${"{".repeat(N)}`)),
  "front matter in JSON whose quotes do not end": () =>
    readDocument(Buffer.from(`{"a": ${'a\\"'.repeat(N)}`), { path: "a.md" }),
  "front matter that seems to name pictures": () =>
    inferScalar([{ path: "a.md", value: `${".gif#".repeat(N)}\nx` }], {
      key: "cover",
      quoted: false,
      demand: undefined,
      lookup: {
        types: [],
        typeNamed: () => undefined,
        typeAt: () => undefined,
        media: () => undefined,
        entry: () => undefined,
      },
    }),
  "a link of many beginnings": () => parseLinkTarget("{{<ref\t0".repeat(N), new Set()),
  "media in a tag that does not end": () =>
    findRichTextLinks(`<a ${"media:maaaaaaaaaaaaaaaaaaa ".repeat(N / 100)}`),
  "media in text that is no tag": () =>
    findRichTextLinks("< {{ media:maaaaaaaaaaaaaaaaaaa ".repeat(N / 100)),
  "collections that no object holds": () => readCollections("collections ".repeat(N / 10)),
  "brackets of a program that do not end": () =>
    readCollections(`export const collections = ${"{a:(".repeat(N / 4)}`),
  "constants that name each other": () =>
    readCollections(
      `export const collections = { ${"a, ".repeat(1000)} }; ${"const a = a; ".repeat(N / 20)}`,
    ),
  "schemas that spread themselves": () =>
    readCollections(
      `const a = { ${"...a, ...b, ".repeat(N / 12)} };\nconst b = { ...a };\nconst c = defineCollection({ schema: z.object({ ...a }) });`,
    ),
  "comments of a style that do not end": () =>
    sanitizeSvg(svg(`<style>${"/* ".repeat(N)}</style>`)),
  "a picture in an SVG that is none": () =>
    sanitizeSvg(svg(`<image href="data:image/gif;base64,${"&#9;".repeat(N)};"/>`)),
};

test.each(Object.entries(TEXTS))("processes %s in linear time", async (_name, work) => {
  expect(await explodes(() => takenOrRefused(work))).toBe(false);
});

test("processes a commit author full of brackets in linear time", async () => {
  const { store } = await createBlog(await temporaryFolder("author"));
  const { gitDir } = store.repository;
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8", input }).trim();
  const tree = git(["rev-parse", `${store.head()}^{tree}`]);
  const author = `author ${"<".repeat(N)}\ncommitter Dev <dev@example.test> 0 +0000`;
  const made = git(
    ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
    `tree ${tree}\n${author}\n\nPush\n`,
  );
  const repository = await openRepository(gitDir);
  const read = (): unknown => repository.readCommit(parseOid(made));
  expect(await explodes(() => takenOrRefused(read))).toBe(false);
  await repository.close();
});

test.for([
  ["<svg/>", true],
  ["<!-- a > b --><svg viewBox='0 0 1 1'/>", true],
  ["<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<!-- x -->\n<svg/>", true],
  ["<!-- <svg/> -->", false],
  ["<html><svg/>", false],
] as const)("recognizes %j as SVG: %s", async ([text, isSvg]) => {
  const taken = await sniff(text).then(
    () => true,
    () => false,
  );
  expect(taken).toBe(isSvg);
});
