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

/** A file that could not be sent. */
interface Unsent {
  readonly key: number;
  readonly name: string;
  readonly error: Error;
}

export interface Sending {
  /** How far it is; undefined where nothing is on its way. */
  readonly progress:
    | { readonly name: string; readonly number: number; readonly of: number }
    | undefined;
  readonly unsent: readonly Unsent[];
  readonly send: (files: readonly File[]) => void;
  /** Sends again what could not be sent. */
  readonly retry: () => void;
}

/**
 * Sends files into the library, beside those of other pages, and tells their ids once they are there. Of a file that
 * the site has already, that one is told.
 */
export function useSending(onSent: (ids: readonly string[]) => void): Sending {
  const site = useSiteId();
  const [keys, setKeys] = useState<readonly number[]>([]);
  const own = useUploads().filter(({ key }) => keys.includes(key));
  const told = useRef(new Set<number>());
  useEffect(() => {
    const there = own.filter(({ key, state }) => "id" in state && !told.current.has(key));
    if (there.length === 0) return;
    for (const { key } of there) told.current.add(key);
    onSent(there.flatMap(({ state }) => ("id" in state ? state.id : [])));
    // What is used here is no question any more.
    for (const { key, state } of there) if (state.kind === "known") cancelUpload(key);
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
  // What was chosen first is sent first, and stands last.
  const next = left.at(-1);
  if (next === undefined) return undefined;
  return { name: next.file.name, number: own.length - left.length + 1, of: own.length };
}
