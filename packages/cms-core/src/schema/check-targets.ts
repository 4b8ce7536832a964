import type { Issue } from "../base/errors.ts";
import type { ContentType } from "../model/content-type.ts";
import type { Field } from "../model/field.ts";

export interface CheckTargets {
  /** The newest published version: what it names already may be gone, which is no reason to keep it from changing. */
  readonly latest?: ContentType | undefined;
  readonly isType: (apiId: string) => boolean;
}

/** A schema is not published with references to types that do not exist: nobody could ever fill them in. */
export function checkTargets(type: ContentType, { latest, isType }: CheckTargets): Issue[] {
  const before = new Set(latest === undefined ? [] : targetsOf(latest).map(({ to }) => to));
  return targetsOf(type).flatMap(({ to, path }): Issue[] => {
    if (isType(to) || before.has(to)) return [];
    const message = `"${path}" refers to "${to}", and there is no such content type.`;
    return [{ code: "invalid_schema", message, field: path }];
  });
}

interface Target {
  readonly to: string;
  /** API ids: `faq.author`. */
  readonly path: string;
}

function targetsOf({ fields }: ContentType): readonly Target[] {
  return fields.flatMap((field) => [
    ...targetsOfField(field, ""),
    ...(field.type === "repeat" ? field.fields : []).flatMap((inner) =>
      targetsOfField(inner, `${field.apiId}.`),
    ),
  ]);
}

function targetsOfField(field: Field, prefix: string): readonly Target[] {
  if (field.type !== "reference") return [];
  return field.to.map((to) => ({ to, path: prefix + field.apiId }));
}
