import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

/** Returns the `lazy` of a route whose screen is loaded when the route is first opened. */
export function screen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): NonNullable<RouteObject["lazy"]> {
  return { Component: async () => (await load())[name] };
}
