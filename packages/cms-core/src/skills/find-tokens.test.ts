import { createHash, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findTokens } from "./find-tokens.ts";

/** Returns pseudorandom characters of an alphabet, the same in each run. */
function drawn(count: number, alphabet: string, seed = "seed"): string {
  const digest = createHash("shake256", { outputLength: count }).update(seed).digest();
  return Array.from(digest, (byte) => alphabet[byte % alphabet.length]).join("");
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
  type: "pkcs1",
  format: "pem",
});
// OpenSSH starts each of its keys like this.
const openSsh = `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\nQyNTUxOQAAACA`;

const TOKENS: readonly (readonly [string, string])[] = [
  ["a Loam token", `loam_pat_${drawn(10, BASE32)}_${drawn(52, BASE32, "b")}_${drawn(8, HEX)}`],
  ["a Loam token", `loam_wrk_${drawn(10, BASE32)}_${drawn(52, BASE32, "b")}`],
  ["a webhook secret", `whsec_${drawn(43, LETTERS)}=`],
  ["a GitHub token", `ghp_${drawn(36, LETTERS)}`],
  ["a GitHub token", `ghs_${drawn(36, LETTERS)}`],
  ["a GitHub token", `github_pat_${drawn(22, LETTERS)}_${drawn(59, LETTERS, "b")}`],
  ["a GitLab token", `glpat-${drawn(20, LETTERS)}`],
  ["a GitLab token", `glrt-${drawn(20, LETTERS)}`],
  ["an AWS access key", `AKIA${drawn(16, UPPER)}`],
  ["an AWS access key", `ASIA${drawn(16, UPPER)}`],
  ["an AWS secret key", `aws_secret_access_key = ${drawn(40, LETTERS)}`],
  ["an AWS secret key", `"SecretAccessKey": "${drawn(40, LETTERS)}"`],
  [
    "a Slack token",
    `xoxb-${drawn(12, "1357924680")}-${drawn(13, "2468013579")}-${drawn(24, LETTERS)}`,
  ],
  [
    "a Slack webhook",
    `https://hooks.slack.com/services/T${drawn(9, UPPER)}/B${drawn(9, UPPER, "b")}/${drawn(24, LETTERS)}`,
  ],
  ["an Anthropic key", `sk-ant-api03-${drawn(93, LETTERS)}-${drawn(8, LETTERS)}`],
  ["an OpenAI key", `sk-proj-${drawn(74, LETTERS)}`],
  ["an OpenAI key", `sk-${drawn(20, LETTERS)}T3BlbkFJ${drawn(20, LETTERS, "b")}`],
  ["an OpenAI key", `sk-${drawn(48, LETTERS)}`],
  ["an npm token", `npm_${drawn(36, LETTERS)}`],
  [
    "an npm token",
    `//npm.example.test/:_authToken=${drawn(8, HEX)}-${drawn(4, HEX)}-${drawn(4, HEX, "b")}-${drawn(4, HEX, "c")}-${drawn(12, HEX)}`,
  ],
  ["a Google key", `AIza${drawn(35, LETTERS)}`],
  ["a Google client secret", `GOCSPX-${drawn(28, LETTERS)}`],
  ["a Stripe key", `sk_live_${drawn(24, LETTERS)}`],
  ["a Stripe key", `rk_test_${drawn(99, LETTERS)}`],
  ["a Hugging Face token", `hf_${drawn(34, LETTERS)}`],
  ["a private key", pem],
  ["a private key", rsa],
  ["a private key", openSsh],
  ["a private key", JSON.stringify({ private_key: rsa })],
];

const bytesOf = (text: string): Buffer => Buffer.from(`First line.\n\nkey: ${text}\n`);

describe("finds a token and reports its line and kind, never the token", () => {
  test.for(TOKENS)("%s", ([name, token]) => {
    const issues = findTokens(bytesOf(token), "skills/a/SKILL.md");
    expect(issues).toMatchObject([{ code: "unsafe_skill", path: "skills/a/SKILL.md", line: 3 }]);
    expect(issues[0]?.message).toContain(`looks like ${name}.`);
    expect(JSON.stringify(issues)).not.toContain(token.slice(-12));
  });

  const token = `ghp_${drawn(36, LETTERS)}`;
  test.for([
    ["base64", Buffer.from(token).toString("base64")],
    ["base64 with surrounding text", Buffer.from(`{"token":"${token}"}`).toString("base64url")],
    ["base64 after a path", `a/${Buffer.from(token).toString("base64")}`],
    [
      "base64 in lines",
      (
        Buffer.from(token.repeat(3))
          .toString("base64")
          .match(/.{1,60}/g) ?? []
      ).join("\n"),
    ],
    ["hex", Buffer.from(token).toString("hex")],
    [
      "percent-encoding",
      token.replaceAll(/[_e-m]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    ],
    ["quotes", `"${token}"`],
    ["a repository URL", `https://x:${token}@github.com/a/b.git`],
  ] as const)("in %s", ([, text]) => {
    expect(findTokens(bytesOf(text), "a.md").map(({ line }) => line)).toContain(3);
  });

  test("in binary files and UTF-16", () => {
    const binary = Buffer.concat([Buffer.of(0, 255, 10, 254), Buffer.from(token), Buffer.of(0)]);
    expect(findTokens(binary, "a.bin")).toMatchObject([{ line: 2 }]);
    expect(findTokens(Buffer.from(`a\n${token}`, "utf16le"), "a.txt")).toMatchObject([{ line: 2 }]);
  });

  test("up to twenty per file, in line order", () => {
    const many = Array.from({ length: 40 }, (_, at) => `ghp_${drawn(36, LETTERS, String(at))}`);
    const issues = findTokens(Buffer.from(many.join("\n")), "a.md");
    expect(issues.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });
});

test.for([
  "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "ghp_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
  "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "ghp_...",
  "sk-...",
  "sk-ant-...",
  "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "sk-your-openai-api-key-goes-right-here-please-and-thank-you",
  "sk-proj-YOUR_API_KEY_GOES_HERE_0000000000",
  "AKIAIOSFODNN7EXAMPLE",
  "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "aws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}",
  "xoxb-your-token-goes-here-please",
  "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
  "npm_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
  "//npm.example.test/:_authToken=${NPM_TOKEN}",
  "glpat-<token>",
  "sk_test_...",
  "loam_pat_<id>_…",
  "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
  "A file that begins with -----BEGIN RSA PRIVATE KEY----- is a key.",
  "task-force-management-and-coordination-of-everything-here",
  "disk-usage-of-the-whole-machine-and-everything-that-is-on-it-now",
  "asiapacificsoutheastregion AKIA is how it begins",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "5f4dcc3b5aa765d61d8327deb882cf995f4dcc3b5aa765d61d8327deb882cf99",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
])("except the placeholder %s", (text) => {
  expect(findTokens(bytesOf(text), "a.md")).toEqual([]);
});

test("finds nothing in megabytes of text that only resembles the start of a token", () => {
  const size = 4 * 1024 * 1024;
  const texts = ["a", "%", "%4", "AKIA", "sk-", "-----BEGIN ", "\n   ", "a%41", "0", "A/"];
  for (const text of texts) {
    const bytes = Buffer.from(text.repeat(Math.ceil(size / text.length)));
    expect(findTokens(bytes, "a.md")).toEqual([]);
  }
});
