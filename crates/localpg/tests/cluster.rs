//! These tests start, kill and restart a real PostgreSQL. They poll for the expected state.

use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::{
        fs::{DirBuilderExt, MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use localpg::{Cluster, Error, Options, SUPERUSER};

/// Much longer than any step takes. Only a failing test waits this long.
const DEADLINE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_fresh_cluster_speaks_utf8_over_a_closed_socket_only() {
    let cluster = Cluster::start(Options::throwaway()).await.expect("a cluster");
    let settings = "select concat_ws(' ', pg_encoding_to_char(encoding), datcollate, current_setting('listen_addresses') = '', \
                    current_setting('data_checksums')) from pg_database where datname = current_database()";
    assert_eq!(query(&cluster, settings), "UTF8 C.UTF-8 t on");
    assert_eq!(mode_of(cluster.socket_dir()), 0o700);
    cluster.stop().await.expect("stopped");
}

#[tokio::test]
async fn rows_outlive_a_restart() {
    let folder = Folder::new();
    let cluster = start(folder.root()).await;
    query(&cluster, "create table kept (word text); insert into kept values ('here')");
    cluster.stop().await.expect("stopped");
    let in_memory = folder.root().join("cluster/data/autoprewarm.blocks");
    assert!(fs::metadata(in_memory).is_ok_and(|file| file.len() > 0), "the buffer cache is saved for the next start");
    let cluster = start(folder.root()).await;
    assert_eq!(query(&cluster, "select word from kept"), "here");
    cluster.stop().await.expect("stopped");
}

#[tokio::test]
async fn a_killed_server_comes_back_with_every_committed_row() {
    let folder = Folder::new();
    let cluster = start(folder.root()).await;
    assert_eq!(query(&cluster, "select current_setting('fsync') || current_setting('synchronous_commit')"), "onon");
    query(&cluster, "create table kept (number int)");
    for round in 1..=3 {
        query(&cluster, &format!("insert into kept values ({round})"));
        let busy = session(&cluster, "select pg_sleep(600)");
        let killed = cluster.postmaster_pid().expect("a postmaster");
        kill(killed, "KILL");
        until("another postmaster serves", || {
            cluster.postmaster_pid().is_some_and(|pid| pid != killed) && try_query(&cluster, "select 1").is_ok()
        });
        assert_eq!(query(&cluster, "select string_agg(number::text, ' ' order by number) from kept"), upto(round));
        finish(busy);
    }
    cluster.stop().await.expect("stopped");
}

#[tokio::test]
async fn a_server_that_outlives_its_program_is_adopted_and_looked_after() {
    if let Some(folder) = child_role() {
        let cluster = start(&folder).await;
        query(&cluster, "create table if not exists kept (word text); insert into kept values ('here')");
        announce(&cluster);
        std::thread::sleep(DEADLINE * 10);
        return;
    }
    let folder = Folder::new();
    let mut program = play(folder.root(), "a_server_that_outlives_its_program_is_adopted_and_looked_after");
    let first = announced(&mut program);
    end(program);

    let cluster = start(folder.root()).await;
    assert_eq!(cluster.postmaster_pid(), Some(first), "it is the same server");
    assert_eq!(query(&cluster, "select word from kept"), "here");

    kill(first, "KILL");
    until("another postmaster serves", || {
        cluster.postmaster_pid().is_some_and(|pid| pid != first) && try_query(&cluster, "select 1").is_ok()
    });
    assert_eq!(query(&cluster, "select word from kept"), "here");
    cluster.stop().await.expect("stopped");
}

#[tokio::test]
async fn an_adopted_server_is_stopped_too() {
    let folder = Folder::new();
    let cluster = start(folder.root()).await;
    let pid = cluster.postmaster_pid().expect("a postmaster");
    drop(cluster);
    let began = Instant::now();
    let cluster = loop {
        match Cluster::start(Options::new(folder.root())).await {
            Err(Error::InUse(_)) if began.elapsed() < DEADLINE => std::thread::sleep(Duration::from_millis(10)),
            started => break started.expect("adopted"),
        }
    };
    assert_eq!(cluster.postmaster_pid(), Some(pid));
    cluster.stop().await.expect("stopped");
    assert!(!lives(pid));
}

#[tokio::test]
async fn program_and_server_killed_together_come_back_with_every_committed_row() {
    if let Some(folder) = child_role() {
        let cluster = start(&folder).await;
        query(&cluster, "create table if not exists kept (number int)");
        announce(&cluster);
        std::thread::sleep(DEADLINE * 10);
        return;
    }
    let folder = Folder::new();
    for round in 1..=2 {
        let mut program = play(folder.root(), "program_and_server_killed_together_come_back_with_every_committed_row");
        let pid = announced(&mut program);
        let socket_dir = folder.root().join("cluster/run");
        psql(&socket_dir, &format!("insert into kept values ({round})")).expect("a row");
        end(program);
        kill(pid, "KILL");
    }
    let cluster = start(folder.root()).await;
    assert_eq!(query(&cluster, "select string_agg(number::text, ' ' order by number) from kept"), upto(2));
    cluster.stop().await.expect("stopped");
}

#[tokio::test]
async fn only_one_program_at_a_time_can_use_a_folder() {
    let folder = Folder::new();
    let cluster = start(folder.root()).await;
    let second = Cluster::start(Options::new(folder.root())).await;
    assert!(matches!(second, Err(Error::InUse(_))), "{second:?}");
    cluster.stop().await.expect("stopped");
    start(folder.root()).await.stop().await.expect("free again");
}

#[tokio::test]
async fn a_long_path_gets_its_socket_in_a_short_folder() {
    let folder = Folder::new();
    let root = folder.root().join("a".repeat(60)).join("b".repeat(60));
    let cluster = start(&root).await;
    let socket_dir = cluster.socket_dir().to_path_buf();
    assert!(!socket_dir.starts_with(&root));
    assert_eq!(mode_of(&socket_dir), 0o700);
    assert_eq!(query(&cluster, "select 1"), "1");
    cluster.stop().await.expect("stopped");
    let again = start(&root).await;
    assert_eq!(again.socket_dir(), socket_dir, "the same path has the same socket");
    again.stop().await.expect("stopped");
    fs::remove_dir_all(socket_dir).expect("removed");
}

#[tokio::test]
async fn a_path_can_contain_spaces_commas_and_quotes() {
    let folder = Folder::new();
    for name in ["Ann's \"data\" % 1", "data, 2"] {
        let cluster = start(&folder.root().join(name)).await;
        let address = cluster.url(SUPERUSER, "postgres");
        assert_eq!(psql_at(&address, "select current_user").expect("by its address"), "postgres", "{address}");
        let short = cluster.socket_dir().to_path_buf();
        cluster.stop().await.expect("stopped");
        if !short.starts_with(folder.root()) {
            fs::remove_dir_all(short).expect("removed");
        }
    }
}

/// PostgreSQL refuses to run as root, so only root can encounter a folder that PostgreSQL's account can't reach.
#[tokio::test]
async fn under_a_closed_parent_the_cluster_is_created_elsewhere_and_linked() {
    let folder = Folder::new();
    let closed = folder.root().join("home");
    fs::DirBuilder::new().mode(0o700).create(&closed).expect("a closed folder");
    let root = closed.join("keyturn");
    let cluster = start(&root).await;
    query(&cluster, "create table kept (word text); insert into kept values ('here')");
    let link = root.join("cluster");
    if fs::metadata(&closed).expect("the folder").uid() == 0 {
        let target = fs::read_link(&link).expect("a link");
        assert!(target.starts_with("/var/lib/keyturn"), "{}", target.display());
        assert_eq!(mode_of(&target), 0o700);
    } else {
        assert!(link.symlink_metadata().expect("the cluster").is_dir(), "the current user can reach its own folder");
    }
    cluster.stop().await.expect("stopped");

    let mut options = Options::new(&root);
    options.remove_on_stop = true;
    let cluster = Cluster::start(options).await.expect("a cluster");
    assert_eq!(query(&cluster, "select word from kept"), "here", "the link is followed");
    let target = fs::canonicalize(&link).expect("a target");
    cluster.stop().await.expect("stopped");
    assert!(!target.exists() && !root.exists(), "both ends of the link are gone");
}

#[tokio::test]
async fn a_broken_link_does_not_create_a_new_database() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(folder.root().join("gone"), folder.root().join("cluster")).expect("a link");
    let start = Cluster::start(Options::new(folder.root())).await;
    assert!(matches!(start, Err(Error::Lost { .. })), "{start:?}");
}

#[tokio::test]
async fn data_of_another_version_is_rejected_with_a_clear_message() {
    let folder = Folder::new();
    start(folder.root()).await.stop().await.expect("stopped");
    fs::write(folder.root().join("cluster/data/PG_VERSION"), "9\n").expect("an old version");
    let refused = Cluster::start(Options::new(folder.root())).await.expect_err("another version").to_string();
    assert!(refused.contains("was made by PostgreSQL 9, but this machine has only "), "{refused}");
}

#[tokio::test]
async fn an_interrupted_first_start_is_repeated() {
    let folder = Folder::new();
    let half_made = folder.root().join("cluster/data.new");
    let cluster = start(folder.root()).await;
    cluster.stop().await.expect("stopped");
    fs::rename(folder.root().join("cluster/data"), &half_made).expect("as initdb leaves it");
    fs::remove_file(half_made.join("global/pg_control")).expect("not finished");
    let cluster = start(folder.root()).await;
    assert_eq!(query(&cluster, "select 1"), "1");
    assert!(!half_made.exists());
    cluster.stop().await.expect("stopped");
}

/// After a crash of the machine, any process of the same account can have the id in `postmaster.pid`.
#[tokio::test]
async fn a_process_with_the_dead_servers_id_is_left_alone_and_does_not_block_the_start() {
    let folder = Folder::new();
    let stranger = take_number(&folder, &["sleep", "600"]).await;
    let cluster = start(folder.root()).await;
    assert_eq!(query(&cluster, "select 1"), "1");
    assert!(lives(stranger.id()));
    cluster.stop().await.expect("stopped");
    finish(stranger);
}

/// A killed server stays a zombie until its parent reaps it, which may never happen.
#[tokio::test]
async fn an_unreaped_dead_server_does_not_block_the_start() {
    let folder = Folder::new();
    let dead = take_number(&folder, &["true"]).await;
    until("it has ended", || !lives(dead.id()));
    assert!(Path::new(&format!("/proc/{}", dead.id())).exists(), "nobody has asked for it");
    let cluster = start(folder.root()).await;
    assert_eq!(query(&cluster, "select 1"), "1");
    cluster.stop().await.expect("stopped");
    finish(dead);
}

/// Starts a program as the account of an existing cluster, and writes its process id into the files of the cluster's
/// server.
async fn take_number(folder: &Folder, words: &[&str]) -> Child {
    let cluster = start(folder.root()).await;
    let data = folder.root().join("cluster/data");
    let files = [data.join("postmaster.pid"), cluster.socket_dir().join(".s.PGSQL.5432.lock")];
    let texts = files.each_ref().map(|file| fs::read_to_string(file).expect("its file"));
    cluster.stop().await.expect("stopped");
    let owner = fs::metadata(&data).expect("the data");
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    if owner.uid() != fs::metadata(folder.root()).expect("the root").uid() {
        command.uid(owner.uid()).gid(owner.gid());
    }
    let process = command.spawn().expect("a process");
    for (file, text) in files.iter().zip(texts) {
        let (_, rest) = text.split_once('\n').expect("lines");
        fs::write(file, format!("{}\n{rest}", process.id())).expect("a file left by a crash");
    }
    process
}

#[tokio::test]
async fn a_server_that_cannot_start_says_what_its_log_says() {
    let folder = Folder::new();
    let mut options = Options::new(folder.root());
    options.settings.push(("shared_buffers".to_owned(), "nonsense".to_owned()));
    options.start_max = Duration::from_secs(1);
    let refused = Cluster::start(options).await.expect_err("a bad setting").to_string();
    assert!(refused.contains("invalid value for parameter \"shared_buffers\""), "{refused}");
    start(folder.root()).await.stop().await.expect("the folder is free");
}

#[tokio::test]
async fn stopping_leaves_no_process_and_a_throwaway_no_folder() {
    let options = Options::throwaway();
    let root = options.root.clone();
    let cluster = Cluster::start(options).await.expect("a cluster");
    let idle = session(&cluster, "select pg_sleep(600)");
    let pid = cluster.postmaster_pid().expect("a postmaster");
    cluster.stop().await.expect("stopped");
    assert!(!lives(pid));
    assert!(!root.exists());
    finish(idle);
    assert_eq!(processes_naming(&root), Vec::<u32>::new());
}

#[tokio::test]
async fn a_program_that_ends_without_a_word_leaves_no_server_and_no_folder() {
    const NAME: &str = "a_program_that_ends_without_a_word_leaves_no_server_and_no_folder";
    if let Some(folder) = child_role() {
        let mut options = Options::throwaway();
        options.root = folder;
        let cluster = Cluster::start(options).await.expect("a cluster");
        announce(&cluster);
        if std::env::var_os("HOW").is_some_and(|how| how == "exit") {
            std::process::exit(0);
        }
        std::thread::sleep(DEADLINE * 10);
        return;
    }
    for how in ["exit", "kill"] {
        let folder = Folder::new();
        let root = folder.root().join("throwaway");
        let mut program = play_as(&root, NAME, how);
        let pid = announced(&mut program);
        if how == "exit" {
            program.wait().expect("it ends by itself");
        } else {
            end(program);
        }
        until("server, watcher and folder are gone", || {
            !lives(pid) && !root.exists() && processes_naming(&root).is_empty()
        });
    }
}

async fn start(root: &Path) -> Cluster {
    Cluster::start(Options::new(root)).await.expect("a cluster")
}

/// A temporary folder that every account can enter, like `/srv`.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("open");
        Self(folder)
    }

    fn root(&self) -> &Path {
        self.0.path()
    }
}

/// The root folder, if this process plays the program to be killed.
fn child_role() -> Option<PathBuf> {
    std::env::var_os("LOCALPG_TEST_ROOT").map(PathBuf::from)
}

fn play(root: &Path, test: &str) -> Child {
    play_as(root, test, "")
}

/// Runs one test of this binary in a separate process, which plays the program to be killed.
fn play_as(root: &Path, test: &str, how: &str) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", test, "--nocapture"])
        .env("LOCALPG_TEST_ROOT", root)
        .env("HOW", how)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Prints the server's process id for the parent test.
#[allow(clippy::print_stdout)]
fn announce(cluster: &Cluster) {
    println!("\npostmaster {}", cluster.postmaster_pid().expect("a postmaster"));
}

fn announced(program: &mut Child) -> u32 {
    let lines = BufReader::new(program.stdout.take().expect("a pipe")).lines();
    lines
        .map(|line| line.expect("text"))
        .find_map(|line| line.strip_prefix("postmaster ")?.parse().ok())
        .expect("the program says where its server is")
}

fn end(mut program: Child) {
    program.kill().expect("killed");
    program.wait().expect("gone");
}

/// Ends a process that may have ended already.
fn finish(mut process: Child) {
    let _ = process.kill();
    process.wait().expect("gone");
}

fn kill(pid: u32, signal: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {pid}")]).status().expect("a shell");
    assert!(sent.success(), "process {pid} is there");
}

fn lives(pid: u32) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|words| !words.is_empty())
}

/// Processes except this one whose command line contains a path.
fn processes_naming(path: &Path) -> Vec<u32> {
    let part = path.as_os_str().as_encoded_bytes();
    fs::read_dir("/proc")
        .expect("processes")
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| *pid != std::process::id())
        .filter(|pid| {
            fs::read(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|words| words.windows(part.len()).any(|window| window == part))
        })
        .collect()
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < DEADLINE, "never came true: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn upto(last: u32) -> String {
    (1..=last).map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn mode_of(folder: &Path) -> u32 {
    fs::metadata(folder).expect("a folder").mode() & 0o777
}

fn query(cluster: &Cluster, sql: &str) -> String {
    try_query(cluster, sql).expect("an answer")
}

fn try_query(cluster: &Cluster, sql: &str) -> Result<String, String> {
    psql(cluster.socket_dir(), sql)
}

fn psql(socket_dir: &Path, sql: &str) -> Result<String, String> {
    let output = client(socket_dir, sql).output().expect("psql, which comes with PostgreSQL");
    answer(output)
}

fn psql_at(address: &str, sql: &str) -> Result<String, String> {
    answer(Command::new("psql").args(["-qAtXc", sql, address]).output().expect("psql"))
}

fn answer(output: std::process::Output) -> Result<String, String> {
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).expect("text").trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A client that keeps running a statement.
fn session(cluster: &Cluster, sql: &str) -> Child {
    let mut client = client(cluster.socket_dir(), sql);
    client.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("psql")
}

fn client(socket_dir: &Path, sql: &str) -> Command {
    let mut command = Command::new("psql");
    command.args(["-qAtX", "-U", SUPERUSER, "-d", "postgres", "-p", "5432", "-c", sql, "-h"]).arg(socket_dir);
    command
}
