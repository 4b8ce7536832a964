import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from "react-aria-components";
import styles from "./checkbox.module.css";

interface CheckboxProps extends Omit<AriaProps, "className" | "children"> {
  readonly children: ReactNode;
}

/** A labeled checkbox. */
export function Checkbox({ children, ...rest }: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox {...rest} className={styles["checkbox"] ?? ""}>
      <span className={styles["box"]} aria-hidden="true">
        <Check size={12} strokeWidth={3} />
      </span>
      {children}
    </AriaCheckbox>
  );
}
