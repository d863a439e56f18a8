# shellcheck shell=bash
# Runs named steps, counts their tests and measures their time. A failed step doesn't stop the next one.

passed=0
failed=0
step_log_folder=${CARGO_TARGET_DIR:-target}/test-logs

# Prints the totals as the last line, however the run ends.
begin_steps() {
    rm -rf "$step_log_folder"
    mkdir -p "$step_log_folder"
    trap end_steps EXIT
    trap 'exit 130' INT TERM
}

end_steps() {
    local code=$?
    # Something else ended the run, which counts as a failure.
    if [ "$code" -ne 0 ]; then failed=$((failed + 1)); fi
    printf '\n%s in %s\n' "$( ((failed == 0)) && echo 'All is well' || echo 'Something failed')" "$(duration $SECONDS)"
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ] || exit 1
}

duration() {
    if [ "$1" -ge 60 ]; then printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); else printf '%d s' "$1"; fi
}

# step NAME KIND COMMAND...: KIND says how to count the command's output. A 'check' counts as one test.
step() {
    local name=$1 kind=$2 began=$SECONDS log code=0 ok=0 bad=0
    shift 2
    log=$step_log_folder/${name// /-}.log
    printf '%-28s' "$name"
    # The subshell makes `exit` end the step instead of the run. Functions used as steps must join their commands with
    # &&, because `set -e` has no effect here.
    (trap - EXIT && "$@") >"$log" 2>&1 </dev/null || code=$?
    if [ "$kind" = check ]; then
        if [ $code -eq 0 ]; then ok=1; else bad=1; fi
    else
        read -r ok bad < <("count_$kind" "$log")
        # A step that failed before its tests, or whose output contains no tests, counts as one failure.
        if [ $code -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
        if [ $code -eq 0 ] && [ "$ok" -eq 0 ] && [ "$bad" -eq 0 ]; then
            echo 'No test was counted in this.' >>"$log"
            bad=1
        fi
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    printf '%5d passed %5d failed  %s\n' "$ok" "$bad" "$(duration $((SECONDS - began)))"
    if [ "$bad" -gt 0 ]; then
        printf -- '--- from %s\n' "$log"
        # The failure may be far above the end of the log, in the format of cargo, vitest, Playwright or our own tests.
        head -n -80 "$log" | grep -E '^(error|not ok)|FAILED|panicked at|^ *[×✘]' | head -n 40 || true
        tail -n 80 "$log"
        printf -- '---\n'
    fi
}

# Each function prints how many tests passed and failed in a log.

# cargo prints for each test program: test result: ok. 17 passed; 0 failed; 0 ignored; ...
count_cargo() {
    awk '/^test result: / {
        for (i = 1; i < NF; i++) { if ($(i + 1) == "passed;") ok += $i; if ($(i + 1) == "failed;") bad += $i }
    } END { print ok + 0, bad + 0 }' "$1"
}

# vitest prints one line: Tests  1 failed
# 12 passed (13)
count_vitest() {
    awk '$1 == "Tests" {
        for (i = 2; i < NF; i++) { if ($(i + 1) == "passed") ok += $i; if ($(i + 1) == "failed") bad += $i }
    } END { print ok + 0, bad + 0 }' "$1"
}

# Playwright ends with lines such as 1 failed, 1 flaky, 2 did not run, 9 passed (1.5m). A flaky test counts as failed,
# because it waited for the wrong condition.
count_playwright() {
    awk '/^ +[0-9]+ (passed|failed|flaky|interrupted|did not run)/ {
        if ($2 == "passed") ok += $1; else bad += $1
    } END { print ok + 0, bad + 0 }' "$1"
}

# Our own tests in bash print a line for each test: 'ok - NAME' or 'not ok - NAME'.
count_tap() {
    awk '/^ok / { ok++ } /^not ok / { bad++ } END { print ok + 0, bad + 0 }' "$1"
}

# --- what changed ---------------------------------------------------------------------------------------------------

# Sets $changes to the paths that differ from main, or on main itself from the previous commit.
find_changes() {
    local base
    base=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
    if [ "$base" = "$(git rev-parse HEAD)" ]; then base=$(git rev-parse --verify --quiet HEAD~1 || echo HEAD); fi
    changes=$(git diff --name-only "$base" && git ls-files --others --exclude-standard)
}

# Whether a changed path matches the whole pattern.
changed() {
    grep -qxE "$1" <<<"$changes"
}

# Test programs of changed crates, except the HTTP tests.
changed_test_programs() {
    local folder path
    sed -nE 's#^((crates|features)/[^/]+)/.*#\1#p' <<<"$changes" | sort -u | while IFS= read -r folder; do
        for path in "$folder"/tests/*.rs "$folder"/tests/*/main.rs; do
            [ -e "$path" ] || continue
            path=${path%/main.rs} && path=${path##*/} && path=${path%.rs}
            if [ "$path" != it ]; then printf '%s\n' "$path"; fi
        done
    done
}

# Names of changed features and changed files of HTTP tests.
changed_stories() {
    sed -nE 's#^features/([^/]+)/.*#\1#p; s#^crates/keyturn/tests/it/([^/.]+).*#\1#p; s#^migrations/[0-9]+_(.*)\.sql#\1#p' \
        <<<"$changes" | sort -u | sed '/^main$/d; /^smoke$/d'
}
