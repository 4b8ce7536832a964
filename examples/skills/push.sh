#!/bin/sh
# Pushes all skills of a folder to a workspace: push.sh <URL of HQ> <workspace> <folder>
# The token is read from LOAM_TOKEN. As an argument, other users of the machine could see it.
set -eu

hq=$1
workspace=$2
folder=$(cd "$3" && pwd)
: "${LOAM_TOKEN:?Set LOAM_TOKEN to a token with the scopes skill:read and skill:write.}"

clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
printf '#!/bin/sh\nprintf "%%s\\n" "$LOAM_TOKEN"\n' > "$clone/askpass"
chmod 700 "$clone/askpass"
GIT_ASKPASS=$clone/askpass
GIT_TERMINAL_PROMPT=0
export GIT_ASKPASS GIT_TERMINAL_PROMPT LOAM_TOKEN

git clone --quiet "$hq/git/$workspace/skills.git" "$clone/skills"
cd "$clone/skills"
git checkout --quiet -B main
for skill in "$folder"/*/; do
  name=$(basename "$skill")
  rm -rf "skills/$name"
  mkdir -p skills
  cp -R "$skill" "skills/$name"
done
git add --all
if git diff --cached --quiet; then
  echo "Nothing changed."
  exit 0
fi
git commit --quiet --message "Push skills of $(basename "$folder")"
git push --quiet origin main
