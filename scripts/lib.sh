# shellcheck shell=bash
# Functions that ./run and ./test share: they find and install Keyturn's build tools, and build it.
#
# Each function that prepares something first checks whether it exists. With $plan, it only prints what it would do.
# These checks need only bash, because a new machine has no other tools.
#
# KEYTURN_PLAN_ROOT is a prefix for the machine's paths, to make a plan for another machine.

node_version=24.21.0
# From https://nodejs.org/dist/v24.21.0/SHASUMS256.txt; change them together with the version.
node_sha256_x64=6e1db87ef58b8819e5d5402eff1536491b18edd8eb7bee5ef7897876e88dc5ff
node_sha256_arm64=724282c3b43aec998aa9527380465b45d229e021b58035f5f4f63095eabfe5d5
node_mirror=${NODEJS_ORG_MIRROR:-https://nodejs.org/dist}
node_folder=.keyturn/tools/node-v$node_version
postgres_oldest=15

# systemd and cron start programs without HOME.
export HOME=${HOME:-~}
plan=${plan:-false}
machine=
if $plan; then machine=${KEYTURN_PLAN_ROOT:-}; fi

# Packages that apt-get installs together in the end.
missing_packages=()
missing_names=()

# --- speaking -------------------------------------------------------------------------------------------------------

fail() {
    printf '\nCould not go on: %s\n' "$*" >&2
    exit 1
}

# note VERB WHAT HOW: prints one line of the plan. Outside a plan, 'have' lines are omitted.
note() {
    if $plan; then
        printf '%-13s  %-22s  %s\n' "$1" "$2" "$3"
    elif [ "$1" != have ]; then
        printf '==> %s %s: %s\n' "${1/would /}" "$2" "$3"
    fi
}

# --- looking --------------------------------------------------------------------------------------------------------

is_root() {
    if $plan; then
        [ "${KEYTURN_PLAN_USER_ID:-$EUID}" -eq 0 ]
    else
        [ "$EUID" -eq 0 ]
    fi
}

is_debian() {
    local line
    [ -r "$machine/etc/os-release" ] || return 1
    while IFS= read -r line; do
        case $line in
        ID=debian | ID=\"debian\" | ID_LIKE=*debian*) return 0 ;;
        esac
    done <"$machine/etc/os-release"
    return 1
}

# version_at_least HAVE WANTED: compares the first two numbers of versions separated by dots.
version_at_least() {
    local have=${1%%[!0-9.]*} wanted=$2
    local have_major=${have%%.*} wanted_major=${wanted%%.*} have_minor=0 wanted_minor=0
    [ -n "$have_major" ] || return 1
    case $have in *.*) have_minor=${have#*.} && have_minor=${have_minor%%.*} ;; esac
    case $wanted in *.*) wanted_minor=${wanted#*.} && wanted_minor=${wanted_minor%%.*} ;; esac
    [ "$have_major" -gt "$wanted_major" ] ||
        { [ "$have_major" -eq "$wanted_major" ] && [ "${have_minor:-0}" -ge "$wanted_minor" ]; }
}

# Finds a program of that name in PATH.
found() {
    command -v "$1" 2>/dev/null
}

find_compiler() {
    compiler=$(found cc) || return 1
    # On Debian a compiler may be installed without the C library's headers.
    ! is_debian || [ -e "$machine/usr/include/stdlib.h" ]
}

# Sets $postgres to the folder of PostgreSQL's programs, by the same search as localpg.
find_postgres() {
    local folder version
    if [ -n "${PG_BIN_DIR:-}" ]; then
        is_postgres "$PG_BIN_DIR"
        return
    fi
    local IFS=:
    for folder in $PATH; do
        if is_postgres "$folder"; then return 0; fi
    done
    unset IFS
    for folder in "$machine"/usr/lib/postgresql/*/bin; do
        version=${folder%/bin} && version=${version##*/}
        if version_at_least "$version" $postgres_oldest && [ -x "$folder/postgres" ]; then
            postgres=$folder
            return 0
        fi
    done
    return 1
}

is_postgres() {
    local said
    [ -x "$1/postgres" ] && [ -x "$1/initdb" ] && [ -x "$1/pg_ctl" ] || return 1
    said=$("$1/postgres" --version 2>/dev/null) || return 1
    version_at_least "${said#postgres (PostgreSQL) }" $postgres_oldest || return 1
    postgres=$1
}

# The Rust version in rust-toolchain.toml, and the oldest one that builds the workspace.
rust_pinned() { toml_value rust-toolchain.toml channel; }
rust_oldest() { toml_value Cargo.toml rust-version; }

toml_value() {
    local line
    while IFS= read -r line; do
        case $line in
        "$2 = "*) line=${line#*\"} && printf '%s\n' "${line%\"*}" && return 0 ;;
        esac
    done <"$1"
    return 1
}

# rustup's Rust may be missing in PATH, or come after an older one of the system.
use_rust() {
    if [ -x "$HOME/.cargo/bin/cargo" ]; then PATH=$HOME/.cargo/bin:$PATH; fi
}

find_rust() {
    local said
    use_rust
    if found rustup >/dev/null && found cargo >/dev/null; then
        rust=$(found cargo)
        while IFS= read -r said; do
            case $said in "$(rust_pinned)"-*) return 0 ;; esac
        done <<<"$(rustup toolchain list 2>/dev/null)"
        return 1
    fi
    rust=$(found cargo) || return 1
    said=$(cargo --version 2>/dev/null) || return 1
    version_at_least "${said#cargo }" "$(rust_oldest)"
}

# The Node versions that vite supports: 20.19 or newer of 20, and 22.12 or newer.
find_node() {
    local said
    if [ -x "$node_folder/bin/node" ]; then
        PATH=$PWD/$node_folder/bin:$PATH
    fi
    node=$(found node) && found npm >/dev/null || return 1
    said=$(node --version 2>/dev/null) || return 1
    said=${said#v}
    case $said in
    20.*) version_at_least "$said" 20.19 ;;
    21.*) return 1 ;;
    *) version_at_least "$said" 22.12 ;;
    esac
}

# Browser tests run in headless Chromium, which needs two thirds of the time. If Debian's package of it isn't available,
# they run in full Chromium.
find_chromium() {
    chromium=${CHROMIUM:-$(found chromium-headless-shell)} && [ -n "$chromium" ] && return
    can_install_from_debian && return 1
    chromium=$(found chromium || found chromium-browser || found google-chrome)
}

# --- installing from Debian -----------------------------------------------------------------------------------------

can_install_from_debian() { is_debian && { is_root || found sudo >/dev/null; }; }

# from_debian NAME PACKAGES: adds packages to install with the others.
from_debian() {
    local how="apt-get install $2"
    if ! is_debian; then
        note missing "$1" "install it by your system's own means, then start again"
    elif is_root; then
        note 'would install' "$1" "$how"
    elif found sudo >/dev/null; then
        note 'would install' "$1" "sudo $how"
    else
        note missing "$1" "needs root or sudo: $how"
    fi
    missing_names+=("$1")
    # shellcheck disable=SC2206 # words
    missing_packages+=($2)
}

# prepare_system running|tests: system packages needed to build and run, or additionally those for tests.
prepare_system() {
    if [ -e "$machine/etc/ssl/certs/ca-certificates.crt" ] || ! is_debian; then
        note have certificates "to check whom we download from"
    else
        from_debian certificates ca-certificates
    fi
    if find_compiler; then note have 'C compiler' "$compiler"; else from_debian 'C compiler' 'gcc libc6-dev'; fi
    if [ -n "${DATABASE_URL:-}" ]; then
        note have PostgreSQL "the one at DATABASE_URL"
    elif find_postgres; then
        note have PostgreSQL "$postgres"
    else
        from_debian "PostgreSQL $postgres_oldest+" postgresql
    fi
    if [ "$1" = tests ]; then
        if find_chromium; then note have Chromium "$chromium"; else from_debian Chromium chromium-headless-shell; fi
        if found shellcheck >/dev/null; then note have ShellCheck "$(found shellcheck)"; else from_debian ShellCheck shellcheck; fi
    fi
    install_missing
}

install_missing() {
    local names no_server=/etc/postgresql-common/createcluster.d/keyturn.conf
    [ ${#missing_packages[@]} -gt 0 ] && ! $plan || return 0
    printf -v names '%s, ' "${missing_names[@]}"
    names=${names%, }
    is_debian || fail "this is not Debian, and these are missing: $names. Install them by your system's own means."
    is_root || found sudo >/dev/null || fail "installing $names needs root, and there is no sudo here. As root:
    apt-get install ${missing_packages[*]}"
    # Debian's package would start its own server, which isn't needed.
    as_root mkdir -p "${no_server%/*}"
    echo "create_main_cluster = false" | as_root tee "$no_server" >/dev/null
    if ! apt_get update || ! apt_get install -y --no-install-recommends "${missing_packages[@]}"; then
        as_root rm -f "$no_server"
        fail "Debian's packages could not be installed: ${missing_packages[*]}. What apt-get said stands above. Is there a network?"
    fi
    as_root rm -f "$no_server"
    hash -r
    [ -n "${DATABASE_URL:-}" ] || find_postgres ||
        fail "the PostgreSQL of this system is older than $postgres_oldest. Give the address of a newer one in DATABASE_URL."
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
}

as_root() {
    if is_root; then "$@"; else sudo "$@"; fi
}

# --- Rust and Node --------------------------------------------------------------------------------------------------

# fetch ADDRESS FILE
fetch() {
    found curl >/dev/null || fail "curl is needed to download $1."
    mkdir -p "${2%/*}"
    curl -fsSL --retry 3 --connect-timeout 20 -o "$2" "$1" ||
        fail "$1 could not be downloaded. Is there a network, and may this machine reach that address?"
}

prepare_rust() {
    local version script=.keyturn/tools/rustup-init.sh
    version=$(rust_pinned)
    if find_rust; then
        note have Rust "$rust"
    elif found rustup >/dev/null; then
        note 'would install' "Rust $version" "rustup toolchain install $version"
        $plan || rustup toolchain install "$version" --profile minimal -c rustfmt -c clippy ||
            fail "rustup could not install Rust $version. What it said stands above."
    else
        note 'would install' "Rust $version" "rustup's script from https://sh.rustup.rs, into $HOME/.cargo"
        $plan && return
        fetch https://sh.rustup.rs "$script"
        # An old cargo may be in PATH. rustup can ignore it, because ours comes first.
        RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$script" -y -q --no-modify-path --profile minimal \
            --default-toolchain "$version" -c rustfmt -c clippy ||
            fail "Rust could not be installed. What rustup said stands above."
        rm -f "$script"
        use_rust
        hash -r
    fi
}

prepare_node() {
    local archive sha256 architecture
    if find_node; then
        note have Node "$node"
        return
    fi
    case $HOSTTYPE in
    x86_64) architecture=x64 sha256=$node_sha256_x64 ;;
    aarch64 | arm64) architecture=arm64 sha256=$node_sha256_arm64 ;;
    *) architecture= ;;
    esac
    if [ -z "$architecture" ] || [[ $OSTYPE != linux* ]]; then
        note missing "Node 20.19+" "install it by your system's own means, then start again"
        $plan || fail "Node 20.19 or newer is missing, and there is no archive of it for $HOSTTYPE and $OSTYPE that we know."
        return
    fi
    archive=node-v$node_version-linux-$architecture.tar.gz
    note 'would install' "Node $node_version" "$node_mirror/v$node_version/$archive, checked, into $node_folder"
    $plan && return
    install_node "$archive" "$sha256"
}

# install_node ARCHIVE SHA256
install_node() {
    local download=.keyturn/tools/$1
    fetch "$node_mirror/v$node_version/$1" "$download"
    if [ "$(sha256 "$download")" != "$2" ]; then
        rm -f "$download"
        fail "what $node_mirror gave as $1 is not the archive that Node's makers published: its SHA-256 checksum differs."
    fi
    # Unpacks to another path and renames, so that an interrupted start leaves no partial folder.
    rm -rf "$node_folder.new"
    mkdir -p "$node_folder.new"
    tar -xzf "$download" -C "$node_folder.new" --strip-components=1 || fail "$download could not be unpacked."
    rm -rf "$node_folder"
    mv "$node_folder.new" "$node_folder"
    rm -f "$download"
    PATH=$PWD/$node_folder/bin:$PATH
    hash -r
}

# --- building -------------------------------------------------------------------------------------------------------

# sha256 FILE: prints only the checksum. Linux and macOS have different commands for it, and a new machine may have
# neither.
checksum=(sha256sum)
found sha256sum >/dev/null || checksum=(shasum -a 256)
sha256() {
    local line
    line=$("${checksum[@]}" "$1" 2>/dev/null) && printf '%s\n' "${line%% *}"
}

# One checksum over names and contents of a folder's files, except build output.
sources_sha256() {
    local sum
    sum=$(find "$1" \( -name node_modules -o -name dist -o -name test-results -o -name playwright-report \) -prune \
        -o -type f -print0 | LC_ALL=C sort -z | xargs -0 "${checksum[@]}" | "${checksum[@]}") && printf '%s\n' "${sum%% *}"
}

# prepare_packages FOLDER: installs npm packages from the lock file if they are missing or the lock file has changed.
prepare_packages() {
    local stamp=$1/node_modules/.keyturn-lock want
    if want=$(sha256 "$1/package-lock.json") && [ -r "$stamp" ] && [ "$(<"$stamp")" = "$want" ]; then
        note have "packages of $1" "$1/node_modules"
        return
    fi
    note 'would install' "packages of $1" "npm ci in $1"
    $plan && return
    (cd "$1" && npm ci --no-audit --no-fund --loglevel=error) ||
        fail "the packages of $1 could not be installed. What npm said stands above. Is there a network?"
    printf '%s\n' "$want" >"$stamp"
}

# Builds the web if its sources or its output have changed since the last build.
build_web() {
    local stamp=.keyturn/stamps/web
    if [ -r "$stamp" ] && [ -r web/dist/index.html ] && [ "$(<"$stamp")" = "$(web_state)" ]; then
        note have 'web, built' web/dist
        return
    fi
    note 'would build' web "npm run build in web"
    $plan && return
    (cd web && npm run --silent build) || fail "the web could not be built. What its build said stands above."
    mkdir -p "${stamp%/*}"
    # After the build, which writes one of its own sources, the route tree.
    web_state >"$stamp"
}

# The built first page contains the checksum of each of its files.
web_state() {
    printf '%s %s\n' "$(sources_sha256 web 2>/dev/null)" "$(sha256 web/dist/index.html)"
}

# build_program [--release]
build_program() {
    note 'would build' program "cargo build -p keyturn${1:+ $1}"
    $plan && return
    cargo build --locked -p keyturn ${1:+"$1"} || fail "the program could not be built. What cargo said stands above."
}
