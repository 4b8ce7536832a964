import { Film } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Input, Text, TextArea, TextField } from "react-aria-components";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { Switch } from "../../ui/fields/switch.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame, FieldLabel, Help } from "./field-frame.tsx";
import styles from "./fields.module.css";

/** Characters that fit (specification, "Limits"). */
const LIMITS: Readonly<Record<string, number>> = {
  text: 1000,
  textarea: 20_000,
};
/** From this part of the limit on, what is left is shown. */
const NEAR = 0.9;

/** A line, or some lines. */
export function TextControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path, isTitle = false } = props;
  const text = typeof value === "string" ? value : "";
  const limit = field.maxLength ?? LIMITS[field.type];
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={text}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      isInvalid={problem !== undefined}
    >
      <FieldLabel field={field} />
      {field.type === "text" ? (
        <Input
          className={(isTitle ? styles["titleInput"] : styles["input"]) ?? ""}
          data-path={path}
        />
      ) : (
        <TextArea className={styles["area"] ?? ""} data-path={path} />
      )}
      <Help field={field} problem={problem}>
        {limit !== undefined && lengthOf(text) > limit * NEAR && (
          <span className={styles["counter"]}>
            <FormattedNumber value={lengthOf(text)} /> / <FormattedNumber value={limit} />
          </span>
        )}
        <BeyondLimit field={field} value={text} />
      </Help>
    </TextField>
  );
}

/** Characters as HQ counts them. */
function lengthOf(text: string): number {
  return [...text.normalize()].length;
}

/** Said while it is typed: it can be saved, and is not published. */
function BeyondLimit({ field, value }: Pick<ControlProps, "field" | "value">): ReactNode {
  const { maxLength, min, max, integer } = field;
  const isLong =
    typeof value === "string" && maxLength !== undefined && lengthOf(value) > maxLength;
  const isOut =
    typeof value === "number" && (value < (min ?? -Infinity) || value > (max ?? Infinity));
  const isBroken = typeof value === "number" && integer === true && !Number.isInteger(value);
  if (!isLong && !isOut && !isBroken) return null;
  return (
    <span className={styles["problem"]}>
      {isLong && <FormattedMessage id="field.tooLong" values={{ most: maxLength }} />}
      {isOut && (
        <FormattedMessage
          id="field.outOfRange"
          values={{
            min,
            max,
            ends: `${min === undefined ? "" : "min"}${max === undefined ? "" : "max"}`,
          }}
        />
      )}
      {!isOut && isBroken && <FormattedMessage id="field.notWhole" />}
    </span>
  );
}

/** What was typed stays as it was typed until it is a number. */
export function NumberControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const given = typeof value === "number" ? String(value) : "";
  const [typed, setTyped] = useState(given);
  const number = typed.trim() === "" ? undefined : Number(typed);
  const isNumber = number === undefined || isKept(typed, number);
  const shown = Object.is(number, value) || !isNumber ? typed : given;
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        const read = next.trim() === "" ? undefined : Number(next);
        if (read === undefined || isKept(next, read)) onChange(read);
      }}
      isInvalid={problem !== undefined || !isNumber}
    >
      <FieldLabel field={field} />
      <Input className={styles["input"] ?? ""} inputMode="decimal" data-path={path} />
      <Help field={field} problem={problem}>
        {!isNumber && (
          <span className={styles["problem"]}>
            <FormattedMessage
              id={Number.isFinite(number) ? "field.tooManyDigits" : "field.notNumber"}
            />
          </span>
        )}
        {isNumber && <BeyondLimit field={field} value={number} />}
      </Help>
    </TextField>
  );
}

/** Whether a number is the one that was typed, digit for digit: a computer's numbers have about 15. */
function isKept(typed: string, number: number): boolean {
  return Number.isFinite(number) && digitsOf(typed) === digitsOf(String(number));
}

/** The digits of a number that count, and where its point stands among them. */
function digitsOf(text: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?\s*$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "").replace(/0+$/, "");
  const point = Number(power) + whole.length - leadingZeros(whole + fraction);
  return digits === "" ? "0" : `${sign.replace("+", "")}${digits} ${String(point)}`;
}

function leadingZeros(digits: string): number {
  return /^0*/.exec(digits)?.[0].length ?? 0;
}

export function BooleanControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  return (
    <FieldFrame field={field} problem={problem} hasOwnLabel>
      <Switch isSelected={value === true} onChange={onChange} data-path={path}>
        <b>{field.label}</b>
      </Switch>
    </FieldFrame>
  );
}

/** The address of a video; what it is of is said by HQ. */
export function EmbedControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const provider = typeof value === "string" ? providerOf(value) : undefined;
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={typeof value === "string" ? value : ""}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      isInvalid={problem !== undefined}
      type="url"
    >
      <FieldLabel field={field} />
      <Input className={styles["input"] ?? ""} placeholder="https://" data-path={path} />
      <Help field={field} problem={problem}>
        {field.help === undefined && (
          <Text slot="description" className={styles["help"] ?? ""}>
            <FormattedMessage id="field.embed" />
          </Text>
        )}
        {provider !== undefined && typeof value === "string" && (
          // No frame: the editor's policy lets no other site in.
          <a href={value} target="_blank" rel="noreferrer" className={styles["embed"]}>
            <Film size={16} aria-hidden="true" />
            <FormattedMessage id="field.watch" values={{ provider }} />
          </a>
        )}
      </Help>
    </TextField>
  );
}

const PROVIDERS = [
  [/(?:^|\.)youtube\.com$|^youtu\.be$/, "YouTube"],
  [/(?:^|\.)vimeo\.com$/, "Vimeo"],
] as const;

/** Whose video an address leads to; HQ says whether it is one. */
function providerOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "https:") return undefined;
  return PROVIDERS.find(([host]) => host.test(url.hostname))?.[1];
}
