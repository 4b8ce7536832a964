import { useSyncExternalStore } from "react";
import { RefusedError } from "../client.ts";
import { type SendingFile, sendFile } from "./send-file.ts";
import { takeUpload } from "./take-upload.ts";

/** How far a file is on its way into the library. */
export type UploadState =
  | { readonly kind: "waiting" | "sending" | "paused" | "taking" }
  /** Of the file in the library. */
  | { readonly kind: "done"; readonly id: string }
  /** The site has the same bytes already. */
  | { readonly kind: "known"; readonly id: string; readonly filename: string }
  | { readonly kind: "failed"; readonly error: Error };

/** A file on its way into a site's library. */
export interface Uploading {
  readonly key: number;
  readonly site: string;
  readonly file: File;
  /** Bytes that are there. */
  readonly sent: number;
  readonly state: UploadState;
  /** Where it is put; empty for no folder. */
  readonly folder: string;
  /** The file that it takes the place of. */
  readonly replaces?: { readonly id: string; readonly version: string };
}

/** What is done to it beside what is shown. */
interface Work {
  sending?: SendingFile;
  hash?: Promise<string | undefined>;
  /** Of the upload, once all of it is there. */
  whole?: string;
  isWanted?: boolean;
}

/** HQ decodes one image after the other, so that more at a time would only wait there. */
const AT_ONCE = 2;

let uploads: readonly Uploading[] = [];
let made = 0;
const works = new Map<number, Work>();
const listeners = new Set<() => void>();

/** Every file that is on its way, whatever page is shown, and what became of those before. */
export function useUploads(): readonly Uploading[] {
  return useSyncExternalStore(onUploads, () => uploads);
}

function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends files to a site's library, one after the other, into a folder, or one in the place of a file there.
 *
 * @returns their keys
 */
export function addUploads(
  site: string,
  files: readonly File[],
  { folder = "", ...rest }: Partial<Pick<Uploading, "folder" | "replaces">> = {},
): readonly number[] {
  const more = files.map((file): Uploading => {
    made += 1;
    works.set(made, {});
    const state = { kind: "waiting" } as const;
    return { key: made, site, file, sent: 0, state, folder, ...rest };
  });
  become([...more, ...uploads]);
  run();
  return more.map(({ key }) => key);
}

export function pauseUpload(key: number): void {
  works.get(key)?.sending?.pause();
  change(key, { state: { kind: "paused" } });
  run();
}

/** Goes on with one that was paused or failed. */
export function resumeUpload(key: number): void {
  change(key, { state: { kind: "waiting" } });
  run();
}

/** Adds one that the site has already all the same. */
export function addAnyway(key: number): void {
  const work = works.get(key);
  if (work === undefined) return;
  work.isWanted = true;
  // It was refused before it began.
  if (work.whole === undefined) delete work.sending;
  resumeUpload(key);
}

/** Gives one up, at HQ too, and takes it off the list. */
export function cancelUpload(key: number): void {
  const work = works.get(key);
  works.delete(key);
  become(uploads.filter((one) => one.key !== key));
  void work?.sending?.cancel();
  run();
}

/** Takes those off the list that came to an end. */
export function clearUploads(): void {
  for (const { key, state } of uploads) {
    if (state.kind === "done") works.delete(key);
    else if (hasEnded(state)) cancelUpload(key);
  }
  become(uploads.filter(({ state }) => !hasEnded(state)));
}

/** Whether it needs nothing more, or somebody. */
export function hasEnded({ kind }: UploadState): boolean {
  return kind === "done" || kind === "known" || kind === "failed";
}

function become(next: readonly Uploading[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function change(key: number, next: Partial<Pick<Uploading, "state" | "sent">>): void {
  become(uploads.map((one) => (one.key === key ? { ...one, ...next } : one)));
}

function isNow(key: number, kind: UploadState["kind"]): boolean {
  return uploads.some((one) => one.key === key && one.state.kind === kind);
}

function run(): void {
  const running = uploads.filter(({ state: { kind } }) => kind === "sending" || kind === "taking");
  const waiting = uploads.findLast(({ state }) => state.kind === "waiting");
  if (running.length >= AT_ONCE || waiting === undefined) return;
  void send(waiting).finally(run);
  run();
}

async function send({ key, site, file, folder, replaces }: Uploading): Promise<void> {
  const work = works.get(key);
  if (work === undefined) return;
  change(key, { state: { kind: "sending" } });
  try {
    work.whole ??= await bring(key, work, { site, file });
    if (!isNow(key, "sending")) return;
    change(key, { state: { kind: "taking" } });
    const ifKnown = work.isWanted === true ? "add" : "refuse";
    const { id } = await takeUpload({ site, upload: work.whole, ifKnown, folder, replaces });
    change(key, { state: { kind: "done", id }, sent: file.size });
  } catch (error) {
    // What was paused meanwhile says nothing.
    if (isNow(key, "sending") || isNow(key, "taking")) change(key, { state: outcomeOf(error) });
  }
}

async function bring(
  key: number,
  work: Work,
  { site, file }: Pick<Uploading, "site" | "file">,
): Promise<string> {
  if (work.sending !== undefined) return work.sending.resume();
  work.hash ??= hashOf(file);
  const hash = await work.hash;
  // Paused or given up before it began, and perhaps begun again.
  if (!isNow(key, "sending") || work.sending !== undefined) throw new Error("not wanted now");
  const sha256 = work.isWanted === true ? undefined : hash;
  work.sending = sendFile({ site, file, sha256, onProgress: (sent) => change(key, { sent }) });
  return work.sending.whole;
}

function outcomeOf(error: unknown): UploadState {
  if (!(error instanceof Error)) return { kind: "failed", error: new Error(String(error)) };
  const known = knownMedia(error);
  return known === undefined ? { kind: "failed", error } : { kind: "known", ...known };
}

/** The file of the library with the same bytes, where that is why another was refused. */
export function knownMedia(
  error: Error | null,
): { readonly id: string; readonly filename: string } | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  const { code, media }: Readonly<Record<string, unknown>> = error.problem;
  if (code !== "media_known" || typeof media !== "object" || media === null) return undefined;
  if (!("id" in media) || !("filename" in media)) return undefined;
  return { id: String(media.id), filename: String(media.filename) };
}

/** A browser hashes what is whole in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** SHA-256 of a file in hex; undefined where it is too large, or the page is not secure. */
async function hashOf(file: File): Promise<string | undefined> {
  if (file.size > MOST_BYTES || !("subtle" in crypto)) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
