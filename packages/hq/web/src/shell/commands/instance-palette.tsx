import { type ReactNode, useDeferredValue, useState } from "react";
import { useFilter } from "react-aria-components";
import { useIntl } from "react-intl";
import { INSTANCE, INSTANCE_PAGES } from "../pages.ts";
import { type Choice, useCommonActs, useOtherPlaces, usePageChoices } from "./choices.ts";
import { Palette } from "./palette.tsx";

/** The palette of the instance screens. */
export function InstancePalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const { contains } = useFilter({ sensitivity: "base" });
  const matches = ({ text }: Choice): boolean => contains(text, search);
  const pages = usePageChoices(INSTANCE, INSTANCE_PAGES);
  const elsewhere = useOtherPlaces();
  const sections = [
    { id: "palette.do" as const, choices: useCommonActs().filter(matches) },
    { id: "palette.goTo" as const, choices: [...pages, ...elsewhere].filter(matches) },
  ];
  return (
    <Palette
      place={formatMessage({ id: "nav.instance" })}
      words={words}
      onWords={setWords}
      search={search}
      sections={sections}
      onClose={onClose}
    />
  );
}
