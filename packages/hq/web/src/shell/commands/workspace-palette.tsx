import { type ReactNode, useDeferredValue, useState } from "react";
import { useFilter } from "react-aria-components";
import { useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { pagesOfWorkspace } from "../pages.ts";
import {
  type Choice,
  type Section,
  useCommonActs,
  useOtherPlaces,
  usePageChoices,
} from "./choices.ts";
import { Palette } from "./palette.tsx";

/** The palette of a workspace: its screens and their items. */
export function WorkspacePalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data: workspace } = useWorkspace();
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const sections = useSections(search);
  return (
    <Palette
      place={workspace?.name}
      words={words}
      onWords={setWords}
      search={search}
      sections={sections}
      onClose={onClose}
    />
  );
}

function useSections(search: string): readonly Section[] {
  const { contains } = useFilter({ sensitivity: "base" });
  const matches = ({ text }: Choice): boolean => contains(text, search);
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  const pages = usePageChoices(`/workspaces/${ws}`, pagesOfWorkspace(workspace));
  const elsewhere = useOtherPlaces();
  return [
    { id: "palette.do", choices: useCommonActs().filter(matches) },
    { id: "palette.goTo", choices: [...pages, ...elsewhere].filter(matches) },
  ];
}
