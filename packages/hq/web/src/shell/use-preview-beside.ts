import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { useMedia } from "./use-media.ts";

const PARAMETER = "beside";
const PREVIEW = "preview";

interface PreviewBeside {
  readonly isBeside: boolean;
  /** Whether the screen is wide enough for both. */
  readonly hasRoom: boolean;
  readonly toggle: () => void;
}

/** Returns whether the preview is shown next to the form, which is part of the URL, and a setter. */
export function usePreviewBeside(): PreviewBeside {
  const [search, setSearch] = useSearchParams();
  const hasRoom = useMedia("(min-width: 1024px)");
  const isAsked = search.get(PARAMETER) === PREVIEW;
  const toggle = useCallback(() => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (before.has(PARAMETER)) after.delete(PARAMETER);
        else after.set(PARAMETER, PREVIEW);
        return after;
      },
      { replace: true },
    );
  }, [setSearch]);
  return { isBeside: isAsked && hasRoom, hasRoom, toggle };
}
