import { characterCount } from "@loam/cms-core/browser";
import { Film } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Input, Text, TextArea, TextField } from "react-aria-components";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { Switch } from "../../ui/fields/switch.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame, FieldLabel, Help } from "./field-frame.tsx";
import form from "../../ui/form.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./fields.module.css";

/** Maximum characters (specification, "Limits"). */
const LIMITS: Readonly<Record<string, number>> = {
  text: 1000,
  textarea: 20_000,
};
/** Show the remaining characters from this fraction of the limit. */
const NEAR = 0.9;

/** A single-line or multi-line text. */
export function TextControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path, isTitle = false } = props;
  const text = typeof value === "string" ? value : "";
  const limit = field.maxLength ?? LIMITS[field.type];
  return (
    <TextField
      className={`${form["form"]} ${styles["field"]}`}
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
        {limit !== undefined && characterCount(text) > limit * NEAR && (
          <span className={styles["counter"]}>
            <FormattedNumber value={characterCount(text)} /> / <FormattedNumber value={limit} />
          </span>
        )}
        <BeyondLimit field={field} value={text} />
      </Help>
    </TextField>
  );
}

type Limited = Pick<ControlProps, "field" | "value">;

/** Warns while typing: the value can be saved but not published. */
function BeyondLimit(props: Limited): ReactNode {
  const warning = typeof props.value === "number" ? numberLimit(props) : textLimit(props);
  return warning === undefined ? null : <span className={textStyles["problem"]}>{warning}</span>;
}

function textLimit({ field: { maxLength }, value }: Limited): ReactNode {
  if (typeof value !== "string" || maxLength === undefined) return undefined;
  if (characterCount(value) <= maxLength) return undefined;
  return <FormattedMessage id="field.tooLong" values={{ most: maxLength }} />;
}

function numberLimit({ field: { min, max, integer }, value }: Limited): ReactNode {
  if (typeof value !== "number") return undefined;
  if (value < (min ?? -Infinity) || value > (max ?? Infinity)) {
    const ends = `${min === undefined ? "" : "min"}${max === undefined ? "" : "max"}`;
    return <FormattedMessage id="field.outOfRange" values={{ min, max, ends }} />;
  }
  return integer === true && !Number.isInteger(value) ? (
    <FormattedMessage id="field.notWhole" />
  ) : undefined;
}

/** Invalid input stays the value: it is stored as unsaved, but HQ refuses to save it. */
export function NumberControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const inputText = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const [typed, setTyped] = useState(inputText);
  const shown = Object.is(readNumber(typed), value) ? typed : inputText;
  const number = readNumber(shown);
  const isNumber = typeof number !== "string";
  return (
    <TextField
      className={`${form["form"]} ${styles["field"]}`}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        onChange(readNumber(next));
      }}
      isInvalid={problem !== undefined || !isNumber}
    >
      <FieldLabel field={field} />
      <Input className={styles["input"] ?? ""} inputMode="decimal" data-path={path} />
      <Help field={field} problem={isNumber ? problem : undefined}>
        {!isNumber && (
          <span className={textStyles["problem"]}>
            <FormattedMessage
              id={Number.isFinite(Number(number)) ? "field.tooManyDigits" : "field.notNumber"}
            />
          </span>
        )}
        {isNumber && <BeyondLimit field={field} value={number} />}
      </Help>
    </TextField>
  );
}

/** Returns the number, or the text if it isn't a number. */
function readNumber(typed: string): number | string | undefined {
  if (typed.trim() === "") return undefined;
  const number = Number(typed);
  return isKept(typed, number) ? number : typed;
}

/** Returns whether a number keeps every digit of the input. JavaScript numbers have about 15 significant digits. */
function isKept(typed: string, number: number): boolean {
  return Number.isFinite(number) && digitsOf(typed) === digitsOf(String(number));
}

/** Returns the significant digits and the position of the decimal point. */
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

/** The URL of a video. HQ detects the provider. */
export function EmbedControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const provider = typeof value === "string" ? providerOf(value) : undefined;
  return (
    <TextField
      className={`${form["form"]} ${styles["field"]}`}
      value={typeof value === "string" ? value : ""}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      isInvalid={problem !== undefined}
      type="url"
    >
      <FieldLabel field={field} />
      <Input className={styles["input"] ?? ""} placeholder="https://" data-path={path} />
      <Help field={field} problem={problem}>
        {field.help === undefined && (
          <Text slot="description" className={`${textStyles["faint"]} ${styles["help"]}`}>
            <FormattedMessage id="field.embed" />
          </Text>
        )}
        {provider !== undefined && typeof value === "string" && (
          // Not embedded: the dashboard's CSP forbids frames of other sites.
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

/** Guesses the provider from the URL. HQ validates it. */
function providerOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "https:") return undefined;
  return PROVIDERS.find(([host]) => host.test(url.hostname))?.[1];
}
