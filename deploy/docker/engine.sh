# Read by build-images, open-image and remove-images. Sets `engine`; `missing` says what the machine lacks. BUILDAH is the
# command of buildah with its storage: BUILDAH_STORE, or /var/tmp/platform-images. ENGINE=docker or ENGINE=buildah
# chooses; without it Docker is used where its daemon answers.
# npm has its settings and itself beside the Node that runs it: those of the machine, not of the Node of the repository.
PATH=${PATH//$PWD\/node_modules\/.bin:/}
missing() { echo "The images cannot be built: $1" >&2; exit 1; }
docker_answers() { command -v docker >/dev/null && docker info >/dev/null 2>&1; }
engine=${ENGINE:-$(docker_answers && echo docker || echo buildah)}
store=${BUILDAH_STORE:-/var/tmp/platform-images}

open_store() {
  mkdir -p "$store"
  # In memory where that is plenty: a build writes and removes a hundred thousand small files.
  if [ -z "$(ls -A "$store")" ] && [ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -gt 10000000 ]; then
    mount -t tmpfs -o size=8g,mode=700 platform-images "$store" 2>/dev/null || true
  fi
  mkdir -p "$store"/tmp "$store"/probe/{lower,upper,work,merged}
  # Copies of whole layers where the kernel mounts no overlay, for example inside of a container.
  local driver=overlay
  unshare --mount mount -t overlay overlay -o "lowerdir=$store/probe/lower,upperdir=$store/probe/upper,workdir=$store/probe/work" \
    "$store/probe/merged" 2>/dev/null || driver=vfs
  rm -rf "$store/probe"
  [ -e "$store/driver" ] || echo "${STORAGE_DRIVER:-$driver}" >"$store/driver"
  export TMPDIR=$store/tmp
  export BUILDAH="buildah --storage-driver=$(cat "$store/driver") --root $store/root --runroot $store/run"
}

case $engine in
  docker) docker_answers || missing "the daemon of Docker does not answer ('docker info')." ;;
  buildah)
    [ "$(id -u)" -eq 0 ] || missing "buildah builds as root here, or start Docker."
    for tool in buildah debootstrap unshare npm; do
      command -v $tool >/dev/null ||
        missing "$tool is not installed ('packages/testing/install-servers buildah debootstrap' installs what Debian has), or start Docker."
    done
    open_store
    ;;
  *) missing "ENGINE is docker or buildah, not $engine." ;;
esac
