import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";

/** Limits per user. Preferences are for settings, not for content. */
const MOST = 50;
const MAX_CHARACTERS = 20_000;

const params = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9.-]{0,63}$/)
    .meta({ description: "Name of the preference, such as `favourites`." }),
});

/** `/me/preferences`: settings of the dashboard for a user, shared by all their devices. */
export function preferenceRoutes({
  database,
}: {
  readonly database: ControlDatabase;
}): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/me/preferences",
      id: "getPreferences",
      summary: "Get the caller's dashboard preferences, by name",
      policy: inSession,
      input: {},
      answer: z.object({ preferences: z.record(z.string(), z.unknown()) }),
      handle: async ({ actor }) => ({
        body: { preferences: await readPreferences(database, actor.userId) },
      }),
    }),
    defineRoute({
      method: "put",
      path: "/me/preferences/{name}",
      id: "setPreference",
      summary: "Set a preference of the caller. Takes any JSON and replaces the previous value",
      policy: inSession,
      input: { params, body: z.strictObject({ value: z.unknown() }) },
      answer: nothing,
      handle: async ({ actor, params: { name }, body: { value } }) => {
        const preference = { user_id: actor.userId, name, value: JSON.stringify(value ?? null) };
        await keepPreference(database, preference);
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/me/preferences/{name}",
      id: "deletePreference",
      summary: "Delete a preference",
      policy: inSession,
      input: { params },
      answer: nothing,
      handle: async ({ actor, params: { name } }) => {
        await database
          .deleteFrom("preferences")
          .where("user_id", "=", actor.userId)
          .where("name", "=", name)
          .execute();
        return { body: undefined };
      },
    }),
  ];
}

async function readPreferences(
  database: ControlDatabase,
  userId: string,
): Promise<Record<string, unknown>> {
  const rows = await database
    .selectFrom("preferences")
    .select(["name", "value"])
    .where("user_id", "=", userId)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

interface Preference {
  readonly user_id: string;
  readonly name: string;
  readonly value: string;
}

/** @throws CmsError `too_large`, or `invalid` if the user has the maximum number */
async function keepPreference(database: ControlDatabase, preference: Preference): Promise<void> {
  const { user_id: userId, name, value } = preference;
  if (value.length > MAX_CHARACTERS) {
    throw new CmsError(
      "too_large",
      `A preference can have up to ${MAX_CHARACTERS} characters of JSON.`,
    );
  }
  await transact(database, async (transaction) => {
    const others = await transaction
      .selectFrom("preferences")
      .select("name")
      .where("user_id", "=", userId)
      .where("name", "!=", name)
      .execute();
    if (others.length >= MOST) {
      throw new CmsError("invalid", `You already have ${MOST} preferences. Delete one first.`);
    }
    await transaction
      .insertInto("preferences")
      .values(preference)
      .onConflict((conflict) => conflict.columns(["user_id", "name"]).doUpdateSet({ value }))
      .execute();
  });
}
