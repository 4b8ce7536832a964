import { expect, test } from "vitest";
import { isHostPath } from "./host-paths.ts";

const OBEYED: Readonly<Record<string, readonly string[]>> = {
  git: [".gitattributes", "assets/.gitattributes", ".gitmodules", ".lfsconfig"],
  hooks: [".githooks/pre-commit", ".husky/pre-push", "web/.husky/_/h", ".pre-commit-config.yaml"],
  "hook managers": ["lefthook.yml", "web/.lefthook.toml", ".lintstagedrc.json"],
  GitHub: [
    ".github/workflows/a.yml",
    ".github/dependabot.yml",
    "action.yml",
    "tools/x/action.yaml",
  ],
  "code owners": ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"],
  GitLab: [
    ".gitlab-ci.yml",
    ".gitlab/ci/a.yml",
    "ci/build.yml",
    "ci/jobs/a.yaml",
    "x/y.gitlab-ci.yml",
  ],
  Gitea: [".gitea/workflows/a.yml", ".forgejo/workflows/a.yml"],
  Woodpecker: [".woodpecker.yml", ".woodpecker.yaml", ".woodpecker/deploy.yml"],
  Drone: [".drone.yml", ".drone.jsonnet", ".drone.star"],
  CircleCI: [".circleci/config.yml", "circle.yml"],
  Travis: [".travis.yml"],
  Azure: ["azure-pipelines.yml", "build/azure-pipelines.release.yaml", ".azure-pipelines/a.yml"],
  Bitbucket: ["bitbucket-pipelines.yml"],
  Jenkins: ["Jenkinsfile", "deploy/Jenkinsfile", "Jenkinsfile.release", "a.jenkinsfile"],
  Buildkite: [".buildkite/pipeline.yml", "buildkite.yml"],
  AppVeyor: ["appveyor.yml", ".appveyor.yml"],
  Cirrus: [".cirrus.yml", ".cirrus.star"],
  TeamCity: [".teamcity/settings.kts"],
  Tekton: [".tekton/push.yaml"],
  bots: ["renovate.json", ".renovaterc", "renovate.json5", ".mergify.yml", "bors.toml"],
  Netlify: ["netlify.toml", "apps/web/netlify.toml"],
  Vercel: ["vercel.json", "apps/web/vercel.json", "now.json"],
  Cloudflare: ["wrangler.toml", "wrangler.jsonc", "worker/wrangler.json"],
  hosting: ["render.yaml", "fly.toml", "fly.staging.toml", "Procfile", "app.json", "heroku.yml"],
  "more hosting": ["railway.json", "firebase.json", "app.yaml", ".do/app.yaml", "amplify.yml"],
  others: [".semaphore/semaphore.yml", "cloudbuild.yaml", "buildspec.yml", ".build.yml"],
};

test.for(Object.entries(OBEYED))("recognizes files that %s reads, ignoring case", ([, paths]) => {
  for (const path of paths) {
    expect.soft([path, isHostPath(path)]).toEqual([path, true]);
    expect.soft([path, isHostPath(path.toUpperCase())]).toEqual([path, true]);
  }
});

test("ignores the files of a site", () => {
  const own = [
    "site.yml",
    "types/posts/type.yml",
    "content/posts/github.md",
    "content/docs/netlify.md",
    "src/content/blog/vercel/index.md",
    "package.json",
    "astro.config.mjs",
    "src/actions/index.ts",
    "public/_redirects",
    "media/ab/m1.yml",
    "README.md",
    "docs/action.md",
    "transaction.yml",
    "gitlab-ci.md",
  ];
  expect(own.filter(isHostPath)).toEqual([]);
});

test("recognizes a file despite letters that look alike on a disk", () => {
  expect(isHostPath(".ｇithub/workflows/a.yml")).toBe(true);
});
