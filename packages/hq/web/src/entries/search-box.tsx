import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button, Input, SearchField } from "react-aria-components";
import { useIntl } from "react-intl";
import styles from "./entries.module.css";

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Long enough not to ask at each key. */
const PAUSE_MS = 200;

/** Searches while a person types, after a short rest. */
export function SearchBox({ value, onChange }: SearchBoxProps): ReactNode {
  const { formatMessage } = useIntl();
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <SearchField
      className={styles["search"] ?? ""}
      aria-label={formatMessage({ id: "entries.search" })}
      value={text}
      onChange={setText}
    >
      <Search size={16} aria-hidden="true" />
      <Input
        className={styles["searchInput"] ?? ""}
        placeholder={formatMessage({ id: "entries.search" })}
      />
      {text !== "" && (
        <Button className={styles["searchClear"] ?? ""}>
          <X size={14} aria-hidden="true" />
        </Button>
      )}
    </SearchField>
  );
}
