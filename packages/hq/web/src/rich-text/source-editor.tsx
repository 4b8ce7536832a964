import type { Extension } from "@codemirror/state";
import { Maximize2, Minimize2, Search } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import { useFindBar } from "./find/use-find-bar.tsx";
import { SourceView } from "./source-view.tsx";
import { Tool } from "./tools/tool.tsx";
import type { ViewHandle } from "./view/view-props.ts";
import styles from "./rich-text.module.css";

interface SourceEditorProps {
  readonly label: string;
  /** Path as used by problems. */
  readonly path: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** An additional CodeMirror extension. Must be a stable reference. */
  readonly extension?: Extension;
  /** Whether the text is plain instead of Markdown. @default false */
  readonly isPlain?: boolean;
  readonly isInvalid?: boolean;
  /** Shown before the tools. */
  readonly children?: ReactNode;
}

/** A source editor with find and replace. */
export function SourceEditor(props: SourceEditorProps): ReactNode {
  const { label, path, value, onChange, extension, isPlain = false, isInvalid = false } = props;
  const [isWide, setIsWide] = useState(false);
  const handle = useRef<ViewHandle>(null);
  const find = useFindBar(handle, value);
  const ids = useId();
  return (
    <div
      className={[styles["frame"], isWide && styles["wide"], isInvalid && styles["invalid"]]
        .filter(Boolean)
        .join(" ")}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isWide && !event.defaultPrevented) setIsWide(false);
      }}
    >
      <HiddenText>
        <span id={ids}>
          <FormattedMessage id="richText.leave" />
        </span>
      </HiddenText>
      <div className={styles["head"]}>
        {props.children}
        <span className={styles["tools"]}>
          <Tool label="richText.findAndReplace" icon={Search} onPress={find.open} />
          <Tool
            label={isWide ? "richText.narrow" : "richText.wide"}
            icon={isWide ? Minimize2 : Maximize2}
            onPress={() => setIsWide(!isWide)}
          />
        </span>
        {find.bar}
      </div>
      <SourceView
        value={value}
        onChange={onChange}
        label={label}
        path={path}
        ids={ids}
        handle={handle}
        onFind={find.open}
        isPlain={isPlain}
        {...(extension !== undefined && { extension })}
      />
    </div>
  );
}
