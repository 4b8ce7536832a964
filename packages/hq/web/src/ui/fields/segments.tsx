import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./segments.module.css";

interface Segment<Name extends string> {
  readonly id: Name;
  readonly label: ReactNode;
}

interface SegmentsProps<Name extends string> {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly segments: readonly Segment<Name>[];
  readonly value: Name;
  readonly onChange: (value: Name) => void;
  /** @default false */
  readonly isDisabled?: boolean;
}

/** A segmented control for a few options. */
export function Segments<Name extends string>(props: SegmentsProps<Name>): ReactNode {
  const { label, segments, value, onChange, isDisabled = false } = props;
  return (
    <ToggleButtonGroup
      className={styles["segments"] ?? ""}
      aria-label={label}
      disallowEmptySelection
      isDisabled={isDisabled}
      selectedKeys={[value]}
      onSelectionChange={([key]) => {
        const chosen = segments.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      {segments.map(({ id, label: words }) => (
        <ToggleButton key={id} id={id}>
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
