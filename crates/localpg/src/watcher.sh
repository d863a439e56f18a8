# Ends PostgreSQL and removes its folders when the program that started it has ended for any reason: then the pipe that
# is our standard input closes. Arguments: the data folder, then the folders to remove.
data=$1
shift
IFS= read -r last_word || true

# Whether process $pid is this folder's server. The file may be left over from an earlier one.
lives() {
    if [ -e /proc/self/cmdline ]; then
        tr '\0' ' ' <"/proc/$pid/cmdline"
    else
        ps -o command= -p "$pid"
    fi | grep -qF -- "-D $data "
}

# A program that stops PostgreSQL itself says so. One that was killed may have started PostgreSQL a moment ago, so wait
# some time for its process id file.
if [ "$last_word" != stopped ]; then
    looks=40
    while [ "$looks" -gt 0 ]; do
        if IFS= read -r pid <"$data/postmaster.pid" && lives; then
            kill -INT "$pid"
            while lives; do sleep 0.05; done
            break
        fi
        looks=$((looks - 1))
        sleep 0.05
    done
fi
[ "$#" -eq 0 ] || rm -rf -- "$@"
