import { useEffect, useMemo, useRef, useState } from "react";
import { type SkillFile, useSkillFiles, type SkillDetail } from "../../api/hub/skills.ts";
import {
  deleteUnsavedSkill,
  storeUnsavedSkill,
  loadUnsavedSkill,
  type SkillPlace,
} from "../../api/hub/unsaved-skills.ts";
import {
  changesOf,
  decideFiles,
  type FileChange,
  inOrder,
  type MergedFiles,
  mergeFiles,
  type SkillDraft,
  type SkillFiles,
} from "../../draft/skill-files.ts";

/** A skill being edited. */
export interface SkillEdits {
  /** The version the changes are based on; 0 for a new skill. */
  readonly base: number;
  readonly files: SkillFiles;
  readonly changes: ReadonlyMap<string, FileChange>;
  readonly isChanged: boolean;
  /** Whether the changes are stored in this browser. */
  readonly isKept: boolean;
  /** A version saved by someone else that was merged into the changes. */
  readonly joined: number | undefined;
  /** Conflicts between that version and the changes. Save is disabled until they are resolved. */
  readonly conflict: MergedFiles | undefined;
  readonly change: (make: (files: SkillFiles) => SkillFiles) => void;
  readonly decide: (decided: ReadonlyMap<string, unknown>) => void;
  /** Marks the current files as saved in this version. */
  readonly saved: (version: number) => void;
  /** Discards the changes. */
  readonly discard: () => void;
}

const KEEP_MS = 200;

/**
 * Manages the changes to a skill: stores them in this browser and merges versions saved by others. Undefined while
 * loading; null if there is neither a version nor stored changes.
 *
 * @param newest - Null if there is no version.
 */
export function useSkillDraft(
  place: SkillPlace,
  newest: SkillDetail | null | undefined,
): SkillEdits | null | undefined {
  const { draft, setDraft, saved, isNothing } = useInitialDraft(place, newest);
  const other = useNewer(place.name, draft?.base, newest);
  const [joined, setJoined] = useState<number>();
  const merged = useMemo(
    () =>
      draft && saved && other
        ? mergeFiles({ base: saved, ours: draft.files, theirs: other.files })
        : undefined,
    [draft, saved, other],
  );
  const join = (version: number, files: SkillFiles): void => {
    setDraft({ base: version, files });
    setJoined(version);
  };
  const isAgreed = merged?.conflicts.length === 0;
  if (other !== undefined && isAgreed) join(other.version, merged.files);
  const changes = useMemo(() => changesOf(saved ?? [], draft?.files ?? []), [draft, saved]);
  const isChanged = changes.size > 0;
  const isKept = useStoreDraft(place, isChanged || draft?.base === 0 ? draft : undefined);
  if (draft === undefined) return isNothing ? null : undefined;
  return {
    ...draft,
    changes,
    isChanged,
    isKept,
    joined,
    conflict: isAgreed ? undefined : merged,
    change: (make) => setDraft((was) => was && { ...was, files: make(was.files) }),
    decide(decided) {
      if (merged === undefined || other === undefined) return;
      join(other.version, decideFiles(merged, other.files, decided));
    },
    saved(version) {
      setDraft((was) => was && { ...was, base: version });
      setJoined(undefined);
    },
    discard: () => saved !== undefined && setDraft({ base: draft.base, files: saved }),
  };
}

/** Returns the stored changes or the newest version, and the base version. */
function useInitialDraft(place: SkillPlace, newest: SkillDetail | null | undefined) {
  const stored = useUnsavedSkill(place);
  const [draft, setDraft] = useState<SkillDraft>();
  const base = draft?.base ?? stored?.base ?? newest?.version;
  const saved = useFilesOf(place.name, base);
  if (draft === undefined && stored !== undefined && base !== undefined && saved !== undefined) {
    setDraft(stored ?? { base, files: saved });
  }
  return { draft, setDraft, saved, isNothing: newest === null && stored === null };
}

interface NewerFiles {
  readonly version: number;
  readonly files: SkillFiles;
}

/** Returns the newest version if it was saved after the base version. */
function useNewer(
  name: string,
  base: number | undefined,
  newest: SkillDetail | null | undefined,
): NewerFiles | undefined {
  const version =
    newest && base !== undefined && newest.version > base ? newest.version : undefined;
  const files = useFilesOf(name, version);
  return useMemo(
    () => (version === undefined || files === undefined ? undefined : { version, files }),
    [version, files],
  );
}

/** Returns the stored changes; null if nothing is stored, undefined while loading. */
function useUnsavedSkill({ user, ws, name }: SkillPlace): SkillDraft | null | undefined {
  const [storedChanges, setStored] = useState<SkillDraft | null>();
  useEffect(() => {
    let isLeft = false;
    const take = (found: SkillDraft | undefined): void => {
      if (!isLeft) setStored(found ?? null);
    };
    // Without browser storage, nothing is stored.
    loadUnsavedSkill({ user, ws, name }).then(take, () => take(undefined));
    return () => {
      isLeft = true;
    };
  }, [user, ws, name]);
  return storedChanges;
}

/** Returns the files of a version; empty for version 0. */
function useFilesOf(name: string, version: number | undefined): SkillFiles | undefined {
  const { data } = useSkillFiles(name, version === 0 ? undefined : version);
  return useMemo(() => {
    if (version === 0) return [];
    return version === undefined || data === undefined ? undefined : inOrder(data.map(draftOf));
  }, [version, data]);
}

function draftOf({ path, mode, text, content }: SkillFile): SkillFiles[number] {
  return text === undefined ? { path, mode, content: content ?? "" } : { path, mode, text };
}

/** Stores the changes in this browser, and deletes them when nothing differs. @returns whether they are stored */
function useStoreDraft({ user, ws, name }: SkillPlace, draft: SkillDraft | undefined): boolean {
  const [storedDraft, setStoredDraft] = useState<SkillDraft>();
  const isFirst = useRef(true);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    // Wait until the stored changes are loaded.
    if (draft === undefined && isFirst.current) return undefined;
    isFirst.current = false;
    const place = { user, ws, name };
    const keep = (): void => {
      waiting.current = undefined;
      const storedChanges =
        draft === undefined ? deleteUnsavedSkill(place) : storeUnsavedSkill(place, draft);
      // If they can't be stored, the page asks for confirmation before it is left.
      storedChanges.then(
        () => setStoredDraft(draft),
        () => undefined,
      );
    };
    waiting.current = keep;
    const timer = setTimeout(keep, KEEP_MS);
    return () => clearTimeout(timer);
  }, [user, ws, name, draft]);
  useEffect(() => () => waiting.current?.(), []);
  return storedDraft === draft;
}
