import { useSyncExternalStore } from "react";
import { hq, readData, RefusedError, type Schemas } from "../client.ts";
import { sendFile, type SendingFile } from "./send-file.ts";

/** State of an upload to the media library. */
export type UploadState =
  | { readonly kind: "waiting" | "sending" | "paused" | "taking" }
  /** Id of the new file in the library. */
  | { readonly kind: "done"; readonly id: string }
  /** The site already has a file with the same bytes. */
  | { readonly kind: "known"; readonly id: string; readonly filename: string }
  | { readonly kind: "failed"; readonly error: Error };

/** An upload to a site's media library. */
export interface Uploading {
  readonly key: number;
  readonly site: string;
  readonly file: File;
  /** Bytes received by HQ. */
  readonly sent: number;
  readonly state: UploadState;
  /** Target folder; empty for none. */
  readonly folder: string;
  /** The file to replace. */
  readonly replaces?: { readonly id: string; readonly version: string };
}

/** Internal state of an upload that is not displayed. */
interface Work {
  sending?: SendingFile;
  hash?: Promise<string | undefined>;
  /** Id of the complete upload. */
  whole?: string;
  isWanted?: boolean;
}

/** HQ decodes one image at a time, so more parallel uploads would only wait there. */
const AT_ONCE = 2;

let uploads: readonly Uploading[] = [];
let lastKey = 0;
const works = new Map<number, Work>();
const listeners = new Set<() => void>();

/** Returns all active and finished uploads, independent of the current page. */
export function useUploads(): readonly Uploading[] {
  return useSyncExternalStore(onUploads, () => uploads);
}

function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Uploads files to a folder of a site's library, or one file as a replacement. Runs a few at a time.
 *
 * @returns their keys
 */
export function addUploads(
  site: string,
  files: readonly File[],
  { folder = "", ...rest }: Partial<Pick<Uploading, "folder" | "replaces">> = {},
): readonly number[] {
  const more = files.map((file): Uploading => {
    lastKey += 1;
    works.set(lastKey, {});
    const state = { kind: "waiting" } as const;
    return { key: lastKey, site, file, sent: 0, state, folder, ...rest };
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

/** Resumes a paused or failed upload. */
export function resumeUpload(key: number): void {
  change(key, { state: { kind: "waiting" } });
  run();
}

/** Adds a file even though the site already has the same bytes. */
export function uploadDuplicate(key: number): void {
  const work = works.get(key);
  if (work === undefined) return;
  work.isWanted = true;
  // It was refused before the upload started.
  if (work.whole === undefined) delete work.sending;
  resumeUpload(key);
}

/** Cancels an upload, also at HQ, and removes it from the list. */
export function cancelUpload(key: number): void {
  const work = works.get(key);
  works.delete(key);
  become(uploads.filter((one) => one.key !== key));
  void work?.sending?.cancel();
  run();
}

/** Removes finished uploads from the list. */
export function clearUploads(): void {
  for (const { key, state } of uploads) {
    if (state.kind === "done") works.delete(key);
    else if (hasEnded(state)) cancelUpload(key);
  }
  become(uploads.filter(({ state }) => !hasEnded(state)));
}

/** Returns whether the upload is finished or needs the user. */
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
    const { id } = await finishUpload({ site, upload: work.whole, ifKnown, folder, replaces });
    change(key, { state: { kind: "done", id }, sent: file.size });
  } catch (error) {
    // Ignore errors of uploads that were paused in the meantime.
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
  // It was paused or canceled before it started, and perhaps started again.
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

/** Returns the existing library file with the same bytes, if an upload was refused because of it. */
export function knownMedia(
  error: Error | null,
): { readonly id: string; readonly filename: string } | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  const { code, media }: Readonly<Record<string, unknown>> = error.problem;
  if (code !== "media_known" || typeof media !== "object" || media === null) return undefined;
  if (!("id" in media) || !("filename" in media)) return undefined;
  return { id: String(media.id), filename: String(media.filename) };
}

/** Hashing needs the whole file in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Returns the SHA-256 of a file in hex; undefined if it is too large or the page is not secure. */
async function hashOf(file: File): Promise<string | undefined> {
  if (file.size > MOST_BYTES || !("subtle" in crypto)) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface FinishUpload {
  readonly site: string;
  /** Id of a complete upload. */
  readonly upload: string;
  readonly ifKnown: "add" | "refuse";
  /** Target folder; empty for none. */
  readonly folder: string;
  /** The file to replace, in the version the user saw. */
  readonly replaces?: { readonly id: string; readonly version: string } | undefined;
}

/** Adds an upload to the media library. A retry after a lost response creates no second file. */
function finishUpload({
  site,
  upload,
  ifKnown,
  folder,
  replaces,
}: FinishUpload): Promise<Schemas["Media"]> {
  const header = {
    "Idempotency-Key": upload,
    ...(replaces !== undefined && { "If-Match": `"${replaces.version}"` }),
  };
  const params = { path: { site, upload }, header };
  const body = { ifKnown, folder, ...(replaces !== undefined && { replaces: replaces.id }) };
  return readData(hq.POST("/sites/{site}/media/uploads/{upload}/media", { params, body }));
}
