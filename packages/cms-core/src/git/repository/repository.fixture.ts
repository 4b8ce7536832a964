import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openRepository, type Change, type FileEdit, type GitRepository } from "./repository.ts";

export const MAIN = "refs/heads/main";
const ANN: Change["author"] = { name: "Ann", email: "ann@example.test" };

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function newRepository(): Promise<GitRepository> {
  const repository = await openRepository(join(temporaryFolder(), "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  return repository;
}

export function change(files: Record<string, string | null>, more: Partial<Change> = {}): Change {
  const edits = Object.entries(files).map(([path, text]): [string, FileEdit] => [
    path,
    text === null ? null : Buffer.from(text),
  ]);
  return { files: new Map(edits), author: ANN, message: "Change", ...more };
}

export function git(gitDir: string, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" }).trim();
}
