import { expect, test } from "vitest";
import {
  formToManifest,
  type ManifestFormValues,
  manifestToForm,
  validateManifest,
} from "./manifest-form-values.ts";

const MANIFEST = {
  weight: "heavy" as const,
  containers: 2,
  workDir: "~/shop",
  services: [{ name: "web", ports: [3000, 3001] }],
  mcpServers: { "shop-db": { command: "db-mcp", args: ["--all"] } },
  skills: ["deploy-shop"],
  envVars: ["SHOP_KEY"],
};

test("round-trips a manifest through the form", () => {
  expect(formToManifest(manifestToForm(MANIFEST))).toEqual(MANIFEST);
  const empty = { services: [], mcpServers: {}, skills: [], envVars: [] };
  expect(formToManifest(manifestToForm(empty))).toEqual(empty);
  expect(validateManifest(manifestToForm(MANIFEST))).toBeUndefined();
});

test.each<[Partial<ManifestFormValues>, string]>([
  [{ containers: "-1" }, "containers"],
  [{ workDir: "shop" }, "workDir"],
  [{ workDir: "/srv/../etc" }, "workDir"],
  [{ services: [{ name: "", ports: "80" }] }, "services"],
  [{ services: [{ name: "web", ports: "70000" }] }, "services"],
  [{ mcpServers: [{ name: "a b", settings: "{}" }] }, "mcpServers"],
  [{ mcpServers: [{ name: "a", settings: "[1]" }] }, "mcpServers"],
  [{ mcpServers: [{ name: "a", settings: "{" }] }, "mcpServers"],
  [{ envVars: "A B-C" }, "envVars"],
])("reports the error in %j at its field", (change, place) => {
  expect(validateManifest({ ...manifestToForm(MANIFEST), ...change })).toMatchObject({ place });
});
