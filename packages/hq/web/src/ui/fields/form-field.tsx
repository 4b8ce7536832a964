import type { ReactNode } from "react";
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  type RegisterOptions,
  useController,
} from "react-hook-form";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface FormFieldProps<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
> extends Omit<TextFieldProps, "name" | "value" | "onChange" | "onBlur" | "error" | "inputRef"> {
  readonly control: Control<Values>;
  readonly name: Name;
  readonly rules?: Pick<
    RegisterOptions<Values, Name>,
    "required" | "minLength" | "maxLength" | "pattern" | "validate"
  >;
}

/** A text input in a form. Validation errors are shown below it, and the first invalid input gets the focus. */
export function FormField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
>({ control, name, rules, ...rest }: FormFieldProps<Values, Name>): ReactNode {
  const { field, fieldState } = useController({ control, name, ...(rules && { rules }) });
  return (
    <TextField
      {...rest}
      name={name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      isInvalid={fieldState.invalid}
      error={fieldState.error?.message}
      validationBehavior="aria"
    />
  );
}
