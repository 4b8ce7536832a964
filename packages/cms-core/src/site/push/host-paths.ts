/**
 * Files that trigger actions elsewhere, by the system that acts on them. The author of such a file decides what a CI
 * system runs with its secrets, what a hosting service builds and serves, what a bot merges, or what Git does in a
 * clone. Changing one therefore requires the role Admin.
 *
 * Patterns are lowercase paths (these systems don't distinguish `.GitHub` from `.github` on every disk). A pattern that
 * starts with a double star and a slash matches at any depth: the system reads the file in any folder, or in one that
 * its own settings name. `*` matches any text without a slash, `**` any text, and `{a,b}` one of the alternatives.
 */
const OBEYED: Readonly<Record<string, readonly string[]>> = {
  Git: ["**/.gitattributes", "**/.gitmodules", "**/.lfsconfig", "**/.gitconfig"],
  "Git hooks": [
    "**/{.githooks,.git-hooks,.husky,.lefthook}/**",
    "**/{.huskyrc,.huskyrc.*,husky.config.*}",
    "**/{.pre-commit-config,.pre-commit-hooks}.{yaml,yml}",
    "**/{lefthook,.lefthook,lefthook-local,.lefthook-local}.{yml,yaml,toml,json,jsonc}",
    "**/{.overcommit.yml,prek.toml,.lintstagedrc,.lintstagedrc.*}",
    "**/{.simple-git-hooks,simple-git-hooks}.{json,js,cjs,mjs}",
  ],
  // A workflow can name an action in any folder.
  GitHub: [".github/**", "**/action.{yml,yaml}", "cname", "{docs,public,static}/cname"],
  "Code owners": ["**/codeowners"],
  GitLab: [
    ".gitlab/**",
    "**/.gitlab-ci/**",
    "**/{.gitlab-ci*,*.gitlab-ci}.{yml,yaml}",
    // Files that a pipeline includes, and components that other projects include.
    "{ci,.ci,gitlab-ci,gitlab,templates}/**/*.{yml,yaml}",
    ".gitlab-webide.yml",
  ],
  "Gitea and Forgejo": [".gitea/**", ".forgejo/**"],
  Woodpecker: [".woodpecker/**", ".woodpecker*.{yml,yaml}"],
  Drone: [".drone/**", "**/.drone*.{yml,yaml,jsonnet,star}"],
  CircleCI: [".circleci/**", "circle.{yml,yaml}"],
  "Travis CI": [".travis/**", ".travis.{yml,yaml}"],
  "Azure Pipelines": [
    "**/{azure-pipelines*,.azure-pipelines*,.vsts-ci,vsts-ci}.{yml,yaml}",
    "{azure-pipelines,.azure-pipelines,.azuredevops,.azure,.pipelines,.vsts}/**",
  ],
  Bitbucket: [".bitbucket/**", "**/*bitbucket-pipelines*.{yml,yaml}"],
  Jenkins: ["**/{jenkinsfile,jenkinsfile.*,jenkinsfile-*,*.jenkinsfile}", "**/.jenkins/**"],
  "Jenkins X": ["jenkins-x*.{yml,yaml}", ".lighthouse/**"],
  Buildkite: [".buildkite/**", "buildkite/pipeline*", "{buildkite,.buildkite}.{yml,yaml,json}"],
  AppVeyor: ["**/{appveyor,.appveyor}.{yml,yaml}"],
  "Cirrus CI": [".cirrus/**", ".cirrus.{yml,yaml,star,jsonnet}"],
  TeamCity: ["**/.teamcity/**", ".teamcity.{yml,yaml}"],
  "Tekton and Pipelines as Code": ["**/.tekton/**"],
  Semaphore: [".semaphore/**", ".semaphore.{yml,yaml}"],
  SourceHut: [".builds/**", ".build.{yml,yaml}"],
  "Google Cloud Build and AWS": [
    "**/cloudbuild*.{yaml,yml,json}",
    "**/{buildspec*,appspec,amplify}.{yml,yaml,json}",
    "{.codebuild,.codepipeline,.codecatalyst,.amplify,.amplify-hosting}/**",
  ],
  "Other CI systems": [
    "{.taskcluster,.shippable,shippable,wercker,.wercker,bitrise,codemagic,codefresh}.{yml,yaml}",
    "{screwdriver,concourse,.concourse,.prow,.zuul,zuul,.onedev-buildspec,.rultor}.{yml,yaml}",
    "{.codeship,codeship-services,codeship-steps,.scrutinizer,.hound,.appcircle}.{yml,yaml}",
    "{.codefresh,bamboo-specs,.harness,.prow,.zuul.d,zuul.d,.onedev,.concourse}/**",
    ".space.kts",
  ],
  "Bots that update, check and merge": [
    "**/{renovate,.renovate,.renovaterc}.{json,json5,jsonc}",
    "**/.renovaterc",
    "{.dependabot,.mergify,.kodiak,.trunk}/**",
    "{dependabot,.dependabot,.mergify,.bulldozer,.policy}.{yml,yaml}",
    "{codecov,.codecov,.pyup,.codeclimate,.coderabbit,.sonarcloud}.{yml,yaml}",
    "{.kodiak,bors,.bors,.deepsource,greenkeeper}.{toml,json}",
    "{.snyk,.whitesource,sonar-project.properties,.sonarcloud.properties}",
  ],
  "Environments of Git hosts": [
    "**/.devcontainer/**",
    "**/.devcontainer.json",
    ".gitpod/**",
    ".gitpod.{yml,yaml,dockerfile}",
  ],
  "Read the Docs": ["**/{.readthedocs,readthedocs}.{yml,yaml}"],
  Netlify: ["**/netlify.toml", "**/.netlify/**"],
  Vercel: ["**/{vercel,now}.{json,jsonc,ts,mts,js,mjs,cjs}", "**/{.vercel,.now}/**"],
  Cloudflare: ["**/wrangler*.{toml,json,jsonc}", "**/{.cloudflare,.wrangler}/**"],
  Render: ["**/render.{yaml,yml}"],
  "Fly.io": ["**/{fly.toml,fly.*.toml,fly.json,fly.yaml}"],
  Heroku: ["**/{procfile,procfile.*,app.json,heroku.yml,heroku.yaml}"],
  Railway: ["**/{railway,nixpacks,railpack}.{toml,json}"],
  "Other hosting services": [
    "**/{app.yaml,app.*.yaml,apphosting.yaml,apphosting.*.yaml,firebase.json,.firebaserc}",
    "**/{staticwebapp.config.json,captain-definition,scalingo.json,zbpack.json,zeabur.json}",
    "**/{serverless.*,sst.config.ts,edgio.config.js,koyeb.yaml,deno.deploy.json}",
    "**/{.do,.platform,.upsun,.ebextensions,.elasticbeanstalk,.dokku}/**",
    "**/.platform.app.{yaml,yml}",
  ],
};

const SIGNS: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "{": "(?:",
  "}": ")",
  ",": "|",
};

const PATTERNS: readonly RegExp[] = Object.values(OBEYED).flat().map(toRegExp);

/**
 * Whether a CI system, a Git host, a hosting service, or Git itself acts on the file. Compares names case-insensitively
 * and in the Unicode form of disks that ignore such differences.
 */
export function isHostPath(path: string): boolean {
  const name = path.normalize("NFKC").toLowerCase();
  return PATTERNS.some((pattern) => pattern.test(name));
}

function toRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|\{|\}|,|[.+^$()|[\]\\]/g,
    (sign) => SIGNS[sign] ?? `\\${sign}`,
  );
  return new RegExp(`^${source}$`);
}
