import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button, Input, SearchField } from "react-aria-components";
import styles from "./search-box.module.css";

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly autoFocus?: boolean;
}

/** Avoids a query per keystroke. */
const PAUSE_MS = 200;

/** Searches while typing, debounced. */
export function SearchBox(props: SearchBoxProps): ReactNode {
  const { label, value, onChange, autoFocus = false } = props;
  const [text, setText] = useState(value);
  /** The value reported last or set by the parent. Typing can be ahead of it. */
  const [known, setKnown] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (value !== known) {
      setKnown(value);
      setText(value);
    }
  }
  useEffect(() => {
    if (text === known) return undefined;
    const timer = setTimeout(() => {
      setKnown(text);
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, known, onChange]);
  return (
    <SearchField
      className={styles["search"] ?? ""}
      aria-label={label}
      value={text}
      onChange={setText}
      autoFocus={autoFocus}
    >
      <Search size={16} aria-hidden="true" />
      <Input className={styles["input"] ?? ""} placeholder={label} />
      {text !== "" && (
        <Button className={styles["clear"] ?? ""}>
          <X size={14} aria-hidden="true" />
        </Button>
      )}
    </SearchField>
  );
}
