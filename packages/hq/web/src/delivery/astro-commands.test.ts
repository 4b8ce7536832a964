import { expect, test } from "vitest";
import { astroCommands } from "./astro-commands.ts";

const readApiUrl = "https://hq.example/api/public/cms/s1";

test("quotes the site's name in commands", () => {
  expect(astroCommands({ id: "s1", name: "Café $(rm -rf ~); & more", readApiUrl })).toBe(
    [
      "curl -fsSL https://hq.example/api/public/starters/s1/cafe-rm-rf-more.tgz | tar -xz",
      "cd cafe-rm-rf-more",
      "npm install",
      "npm run dev",
    ].join("\n"),
  );
});

test("names the folder “site” if the name has no usable characters", () => {
  expect(astroCommands({ id: "s1", name: "畑の記録", readApiUrl })).toContain("\ncd site\n");
});
