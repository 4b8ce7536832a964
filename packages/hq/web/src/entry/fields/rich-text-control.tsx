import { lazy, type ReactNode, Suspense } from "react";
import { useIntl } from "react-intl";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { EntryChoice } from "./choose/entry-choice.tsx";
import { MediaChoice } from "./choose/media-choice.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";

/** Maximum characters (specification, "Limits"). */
const LIMIT = 200_000;

const RichTextEditor = lazy(async () => {
  const { RichTextEditor: Editor } = await import("../../rich-text/rich-text-editor.tsx");
  return { default: Editor };
});

/** The Markdown editor, loaded on demand. */
export function RichTextControl({
  field,
  value,
  onChange,
  problem,
  path,
}: ControlProps): ReactNode {
  return (
    <FieldFrame field={field} problem={problem}>
      <Suspense fallback={<Waiting />}>
        <RichTextEditor
          label={field.label}
          path={path}
          value={typeof value === "string" ? value : ""}
          onChange={(next) => onChange(next === "" ? undefined : next)}
          limit={LIMIT}
          isInvalid={problem !== undefined}
          mediaChoice={ImageChoice}
          entryChoice={EntryChoice}
        />
      </Suspense>
    </FieldFrame>
  );
}

function ImageChoice({ onChoose }: { readonly onChoose: (id: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <MediaChoice label={formatMessage({ id: "field.library" })} imagesOnly onChoose={onChoose} />
  );
}
