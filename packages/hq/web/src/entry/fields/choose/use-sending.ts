import { useEffect, useRef, useState } from "react";
import {
  addUploads,
  cancelUpload,
  hasEnded,
  resumeUpload,
  type Uploading,
  useUploads,
} from "../../../api/media/uploads.ts";
import { useSiteId } from "../../../api/sites.ts";

/** A file that could not be uploaded. */
interface Unsent {
  readonly key: number;
  readonly name: string;
  readonly error: Error;
}

export interface Sending {
  /** Progress; undefined if no upload is active. */
  readonly progress:
    | { readonly name: string; readonly number: number; readonly of: number }
    | undefined;
  readonly unsent: readonly Unsent[];
  readonly send: (files: readonly File[]) => void;
  /** Retries the failed uploads. */
  readonly retry: () => void;
}

/**
 * Uploads files to the library, in parallel with those of other pages, and reports their ids. If the site already has a
 * file, reports the id of the existing one.
 */
export function useSending(onSent: (ids: readonly string[]) => void): Sending {
  const site = useSiteId();
  const [keys, setKeys] = useState<readonly number[]>([]);
  const own = useUploads().filter(({ key }) => keys.includes(key));
  const reported = useRef(new Set<number>());
  useEffect(() => {
    const arrived = own.filter(({ key, state }) => "id" in state && !reported.current.has(key));
    if (arrived.length === 0) return;
    for (const { key } of arrived) reported.current.add(key);
    onSent(arrived.flatMap(({ state }) => ("id" in state ? state.id : [])));
    // Using the existing file here answers the question about the duplicate.
    for (const { key, state } of arrived) if (state.kind === "known") cancelUpload(key);
  });
  const left = own.filter(({ state }) => !hasEnded(state));
  return {
    progress: progressOf(own, left),
    unsent: own.flatMap(({ key, file, state }) =>
      state.kind === "failed" ? [{ key, name: file.name, error: state.error }] : [],
    ),
    send(files) {
      if (files.length === 0) return;
      const added = addUploads(site, files);
      setKeys((before) => (left.length === 0 ? added : [...before, ...added]));
    },
    retry() {
      for (const { key, state } of own) if (state.kind === "failed") resumeUpload(key);
    },
  };
}

function progressOf(own: readonly Uploading[], left: readonly Uploading[]): Sending["progress"] {
  // The list is in reverse order of selection, so its last unfinished file is the current one.
  const next = left.at(-1);
  if (next === undefined) return undefined;
  return { name: next.file.name, number: own.length - left.length + 1, of: own.length };
}
