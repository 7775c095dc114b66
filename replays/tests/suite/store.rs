//! The store may lose entries, but it never returns wrong ones, fails or outgrows its bound.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rules_judge_replays::cache::store::{Store, StoreLimits, StoreState};
use rules_judge_replays::codec::digest::Digest;

fn small() -> StoreLimits {
    StoreLimits { bytes: 32 << 20, memory: 1 << 20, ..StoreLimits::default() }
}

fn key(number: u64) -> Digest {
    Digest::of(&number.to_be_bytes())
}

/// Bytes that contain their number and do not compress: 0 to about 20 000 of them.
fn payload(number: u64) -> Vec<u8> {
    let length = usize::try_from(number * 7919 % 20_011).unwrap();
    (0..)
        .flat_map(|part: u64| Digest::of_parts(&[&number.to_be_bytes(), &part.to_be_bytes()]).0)
        .take(length)
        .collect()
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn is_off(store: &Store) -> bool {
    matches!(store.state(), StoreState::Off(_))
}

/// The number of the first `count` entries that the store has; none may be wrong.
fn present(store: &Store, count: u64) -> u64 {
    let mut hits = 0;
    for number in 0..count {
        if let Some(found) = store.get(&key(number)) {
            assert!(found == payload(number), "entry {number} came back changed");
            hits += 1;
        }
    }
    hits
}

#[test]
fn what_is_put_comes_back_also_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let store = Store::open(dir.path(), small());
        assert_eq!(store.state(), StoreState::Ready);
        assert_eq!(present(&store, 60), round * 20);
        for number in round * 20..(round + 1) * 20 {
            store.put(&key(number), &payload(number));
        }
        assert_eq!(present(&store, 60), (round + 1) * 20);
        let counts = store.counts();
        assert_eq!((counts.kept, counts.faults, counts.set_aside, counts.rolled), (20, 0, 0, 0));
        assert_eq!((counts.hits, counts.misses), ((2 * round + 1) * 20, (5 - 2 * round) * 20));
    }
}

#[test]
fn chunk_borders_and_the_largest_payload() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), StoreLimits { payload: 100_000, ..small() });
    let lengths = [0, 1, 4026, 4027, 4028, 4058, 4059, 4060, 4096, 8192, 65_536, 100_000];
    for (number, length) in (0..).zip(lengths) {
        store.put(&key(number), &vec![7; length]);
    }
    for (number, length) in (0..).zip(lengths) {
        assert_eq!(store.get(&key(number)), Some(vec![7; length]), "{length} bytes");
    }
    store.put(&key(99), &vec![7; 100_001]);
    assert_eq!((store.get(&key(99)), store.counts().too_large), (None, 1));
    // The newest wins, also when it is shorter.
    store.put(&key(0), &[1; 9000]);
    store.put(&key(0), &[2; 10]);
    assert_eq!(store.get(&key(0)), Some(vec![2; 10]));
}

#[test]
fn generations_roll_over_and_the_size_stays_bounded() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), small());
    let mut largest = 0;
    for number in 0..9000 {
        store.put(&key(number), &payload(number));
        if number % 10 == 0 {
            largest = largest.max(store.size());
        }
    }
    let counts = store.counts();
    println!("largest {largest}, {counts:?}");
    assert_eq!((counts.kept, counts.faults), (9000, 0), "{counts:?}");
    assert!(counts.rolled > 6, "{counts:?}");
    assert!(largest <= 32 << 20, "{largest} bytes, {counts:?}");
    assert_eq!((store.get(&key(8999)), store.get(&key(1))), (Some(payload(8999)), None));
    let blobs =
        files(dir.path()).into_iter().filter(|path| path.parent().unwrap().ends_with("blobs")).count();
    assert_eq!(blobs, 0);
    drop(store);
    let store = Store::open(dir.path(), small());
    assert!(store.get(&key(8999)).is_some());
    let size = store.size();
    assert!(size <= 32 << 20, "{size} bytes after the restart");
}

#[test]
fn many_threads() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), small());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for number in (thread..1600).step_by(4) {
                    store.put(&key(number), &payload(number));
                    present(store, number.min(5));
                }
            });
        }
    });
    let (size, counts) = (store.size(), store.counts());
    let left = present(&store, 1600);
    println!("{left} of 1600 left, {size} bytes, {counts:?}");
    assert_eq!(store.state(), StoreState::Ready);
    assert_eq!((counts.kept, counts.faults, store.counts().faults), (1600, 0, 0), "{counts:?}");
    assert!(size <= 32 << 20, "{size} bytes, {counts:?}");
    assert!(left > 300, "{left} entries left, {counts:?}");
}

/// A number below `bound` that looks random and is the same in every run.
fn odd(round: usize, nth: usize, bound: usize) -> usize {
    let bytes = Digest::of(format!("{round}/{nth}").as_bytes()).0;
    usize::from_be_bytes(*bytes.first_chunk().unwrap()) % bound
}

fn flip(path: &Path, round: usize, flips: usize) {
    let mut bytes = fs::read(path).unwrap();
    for nth in 0..flips.min(bytes.len()) {
        let at = odd(round, 2 * nth, bytes.len());
        bytes[at] ^= 1 << odd(round, 2 * nth + 1, 8);
    }
    // Written in place: an open database keeps reading this file.
    use std::os::unix::fs::FileExt;
    fs::File::options().write(true).open(path).unwrap().write_all_at(&bytes, 0).unwrap();
}

fn database_files(dir: &Path) -> Vec<PathBuf> {
    files(dir).into_iter().filter(|path| path.file_name().unwrap() != "lock").collect()
}

fn damage_rounds() -> usize {
    std::env::var("STORE_TEST_ROUNDS").map_or(12, |rounds| rounds.parse().unwrap())
}

#[test]
fn bits_flipped_while_closed_are_misses() {
    for round in 0..damage_rounds() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), small());
        for number in 0..100 {
            store.put(&key(number), &payload(number));
        }
        drop(store);
        let only_data = round % 3 != 0;
        for path in database_files(dir.path()) {
            if !only_data || path.file_name().unwrap() == "db" {
                flip(&path, round, 1 << (round % 7));
            }
        }
        let store = Store::open(dir.path(), small());
        assert_eq!(store.state(), StoreState::Ready, "round {round}");
        let hits = present(&store, 100);
        println!("round {round}: {hits} of 100 left, {:?}", store.counts());
        store.put(&key(1000), &payload(1000));
        drop(store);
        assert_eq!(Store::open(dir.path(), small()).state(), StoreState::Ready, "round {round}");
    }
}

#[test]
fn bits_flipped_while_open_are_misses() {
    for round in 0..damage_rounds() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), small());
        for number in 0..150 {
            store.put(&key(number), &payload(number));
        }
        drop(store);
        // After reopening, the store has nothing in memory and reads from the file.
        let store = Store::open(dir.path(), small());
        for path in database_files(dir.path()) {
            flip(&path, round, 1 << (round % 12));
        }
        let hits = present(&store, 150);
        println!("round {round}: {hits} of 150 left, {:?}", store.counts());
        // After a few faults a completely damaged generation is no longer asked.
        let counts = store.counts();
        assert!(counts.faults <= 9 * (counts.set_aside + 4), "round {round}: {counts:?}");
        for number in 150..250 {
            store.put(&key(number), &payload(number));
        }
        present(&store, 250);
        assert_eq!(store.state(), StoreState::Ready, "round {round}");
        assert!(store.size() <= 32 << 20);
    }
}

#[test]
fn an_entry_that_does_not_check_is_a_miss() {
    let dir = tempfile::tempdir().unwrap();
    drop(Store::open(dir.path(), small()));
    let open = || loop {
        // A database that was closed a moment ago stays locked for some milliseconds.
        match sled::open(dir.path().join("generation-1")) {
            Ok(db) => break db,
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let first = |number: u64| [key(number).0.as_slice(), &[0, 0]].concat();
    let store = Store::open(dir.path(), small());
    for number in 0..8 {
        store.put(&key(number), b"payload");
    }
    drop(store);
    let db = open();
    let entries: Vec<Vec<u8>> =
        (0..8).map(|number| db.get(first(number)).unwrap().unwrap().to_vec()).collect();
    drop(db);
    // Every single bit, every shorter length, one byte more.
    let length = entries[0].len();
    let spoil = |entry: &[u8], how: usize| match how {
        bit if bit < length * 8 => {
            let mut entry = entry.to_vec();
            entry[bit / 8] ^= 1 << (bit % 8);
            entry
        }
        shorter if shorter < length * 9 => entry[..shorter - length * 8].to_vec(),
        _ => [entry, b"x"].concat(),
    };
    // Too many faults end a generation, so few are asked for at a time.
    let all: Vec<usize> = (0..=length * 9).collect();
    for part in all.chunks(8) {
        let db = open();
        for (number, how) in (0..).zip(part) {
            db.insert(first(number), spoil(&entries[usize::try_from(number).unwrap()], *how)).unwrap();
        }
        drop(db);
        let store = Store::open(dir.path(), small());
        for number in 0..part.len() as u64 {
            assert_eq!(store.get(&key(number)), None);
        }
        assert_eq!((store.counts().faults, store.state()), (part.len() as u64, StoreState::Ready));
    }
    // The true bytes under another key, then under their own.
    let db = open();
    db.insert(first(1), entries[0].as_slice()).unwrap();
    db.insert(first(0), entries[0].as_slice()).unwrap();
    drop(db);
    let store = Store::open(dir.path(), small());
    assert_eq!((store.get(&key(1)), store.get(&key(0))), (None, Some(b"payload".to_vec())));
}

#[test]
fn truncated_files_open_or_are_set_aside() {
    for keep in [0, 1, 20, 4096, 300_000, 524_288, 700_000] {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), small());
        for number in 0..100 {
            store.put(&key(number), &payload(number));
        }
        drop(store);
        for path in files(dir.path()) {
            let file = fs::File::options().write(true).open(&path).unwrap();
            if file.metadata().unwrap().len() > keep {
                file.set_len(keep).unwrap();
            }
        }
        let store = Store::open(dir.path(), small());
        assert_eq!(store.state(), StoreState::Ready, "{keep} bytes kept");
        let hits = present(&store, 100);
        println!("{keep} bytes kept: {hits} of 100 left, {:?}", store.counts());
        for _ in 0..2 {
            store.put(&key(1000), &payload(1000));
        }
        assert_eq!(store.get(&key(1000)), Some(payload(1000)));
    }
}

/// The state after a process ended while it opened a generation.
#[test]
fn a_generation_that_ended_a_process_is_set_aside() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), small());
    store.put(&key(1), b"one");
    drop(store);
    fs::write(dir.path().join("opening-1"), b"").unwrap();
    let store = Store::open(dir.path(), small());
    assert_eq!((store.state(), store.get(&key(1)), store.counts().set_aside), (StoreState::Ready, None, 1));
    store.put(&key(1), b"one");
    drop(store);
    let store = Store::open(dir.path(), small());
    assert_eq!((store.get(&key(1)), store.counts().set_aside), (Some(b"one".to_vec()), 0));
}

/// The state after a process ended just before it created a generation: nothing is set aside, and the store
/// works.
#[test]
fn a_generation_that_was_not_yet_made_is_made_later() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("opening-1"), b"").unwrap();
    let store = Store::open(dir.path(), small());
    store.put(&key(1), b"one");
    drop(store);
    fs::write(dir.path().join("opening-2"), b"").unwrap();
    let store = Store::open(dir.path(), small());
    assert_eq!(store.get(&key(1)), Some(b"one".to_vec()));
    for number in 2..1000 {
        store.put(&key(number), &payload(number));
    }
    let counts = store.counts();
    assert_eq!((store.state(), counts.faults, counts.set_aside), (StoreState::Ready, 0, 0), "{counts:?}");
    assert!(counts.rolled > 0, "{counts:?}");
}

#[test]
fn one_owner_per_directory() {
    let dir = tempfile::tempdir().unwrap();
    let first = Store::open(dir.path(), small());
    let second = Store::open(dir.path(), small());
    assert!(matches!(second.state(), StoreState::Off(reason) if reason.contains("another process")));
    second.put(&key(1), b"one");
    assert_eq!((second.get(&key(1)), second.counts().misses), (None, 1));
    first.put(&key(1), b"one");
    drop((first, second));
    assert_eq!(Store::open(dir.path(), small()).get(&key(1)), Some(b"one".to_vec()));
}

#[test]
fn directories_that_cannot_be_used() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, b"").unwrap();
    assert!(is_off(&Store::open(&file, small())) && is_off(&Store::open(&file.join("below"), small())));
    assert!(is_off(&Store::off("switched off")));
    let locked = dir.path().join("locked");
    fs::create_dir(&locked).unwrap();
    let mut rights = fs::metadata(&locked).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&locked, rights).unwrap();
    // The owner of the machine may write all the same.
    if fs::write(locked.join("probe"), b"").is_err() {
        assert!(is_off(&Store::open(&locked, small())));
    }
    // A generation that cannot be opened is set aside.
    let odd = dir.path().join("odd");
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("generation-3"), b"a file").unwrap();
    let store = Store::open(&odd, small());
    assert_eq!((store.state(), store.counts().set_aside), (StoreState::Ready, 1));
}

const CHILD: &str = "STORE_TEST_CHILD_DIRECTORY";

/// Not a test: the process that `killed_while_writing` kills.
#[test]
fn child() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let store = Store::open(Path::new(&dir), small());
    assert_eq!(store.state(), StoreState::Ready);
    for number in (0..300).cycle() {
        store.put(&key(number), &payload(number));
    }
}

#[test]
fn killed_while_writing() {
    let dir = tempfile::tempdir().unwrap();
    let mut hits = 0;
    for round in 0..8 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::child", "--nocapture"])
            .env(CHILD, dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(100 + round * 173 % 900));
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open(dir.path(), small());
        assert_eq!(store.state(), StoreState::Ready, "round {round}");
        hits = present(&store, 300);
        assert!(store.size() <= 32 << 20);
        println!("round {round}: {hits} of 300 there, {:?}", store.counts());
    }
    assert!(hits > 0);
}

/// Opens the store on a thread, so that an opening that never ends fails the test.
#[track_caller]
fn opened(dir: &Path) -> Store {
    let (sender, receiver) = std::sync::mpsc::channel();
    let dir = dir.to_owned();
    std::thread::spawn(move || sender.send(Store::open(&dir, small())));
    receiver.recv_timeout(Duration::from_secs(300)).expect("opening ends")
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_lock_does_not_stop_the_start() {
    let dir = tempfile::tempdir().unwrap();
    pipe(&dir.path().join("lock"));
    let store = opened(dir.path());
    assert!(matches!(store.state(), StoreState::Off(reason) if reason.contains("lock is not a file")));
}

/// A generation with a foreign file is set aside, and the next one takes new entries.
#[cfg(unix)]
#[test]
fn what_no_database_wrote_is_set_aside_unread() {
    let huge = |path: &Path, bytes: u64| fs::File::create(path).unwrap().set_len(bytes).unwrap();
    let foreign: [(&str, &dyn Fn(&Path)); 5] = [
        ("db", &pipe),
        ("conf", &pipe),
        // Files with holes: they take no room, but reading them whole takes their length.
        ("conf", &|path| huge(path, 1 << 40)),
        ("conf", &|path| huge(path, 4097)),
        ("snap.0000000000000001", &|path| huge(path, 1 << 40)),
    ];
    for (name, make) in foreign {
        let dir = tempfile::tempdir().unwrap();
        let generation = dir.path().join("generation-1");
        fs::create_dir(&generation).unwrap();
        make(&generation.join(name));
        let store = opened(dir.path());
        assert_eq!((store.state(), store.counts().set_aside), (StoreState::Ready, 1), "{name}");
        store.put(&key(1), &payload(1));
        assert_eq!(present(&store, 2), 1, "{name}");
    }
}

#[test]
fn a_directory_that_vanishes_turns_the_store_off() {
    for replaced in [false, true] {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("data");
        let store = Store::open(&dir, small());
        store.put(&key(1), &payload(1));
        store.flush();
        assert_eq!(store.state(), StoreState::Ready);
        fs::rename(&dir, parent.path().join("elsewhere")).unwrap();
        let other = replaced.then(|| Store::open(&dir, small()));
        store.flush();
        assert!(matches!(store.state(), StoreState::Off(reason) if reason.contains("deleted or replaced")));
        assert_eq!(store.get(&key(1)), None);
        if let Some(other) = other {
            other.flush();
            assert_eq!(other.state(), StoreState::Ready);
        }
    }
}

#[test]
fn a_store_that_is_off_comes_back_when_its_directory_can_be_used() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let first = Store::open(&data, small());
    first.put(&key(1), &payload(1));
    let second = Store::open(&data, small());
    second.recover();
    assert!(is_off(&second), "the other process has the directory");
    drop(first);
    second.recover();
    assert_eq!((second.state(), second.get(&key(1))), (StoreState::Ready, Some(payload(1))));
    fs::remove_dir_all(&data).unwrap();
    second.flush();
    assert!(is_off(&second));
    second.recover();
    assert_eq!((second.state(), second.get(&key(1))), (StoreState::Ready, None));
    second.put(&key(2), &payload(2));
    assert_eq!(second.get(&key(2)), Some(payload(2)));
    drop(second);
    assert_eq!(Store::open(&data, small()).get(&key(2)), Some(payload(2)));
    let none = Store::off("nothing was named");
    none.recover();
    assert!(is_off(&none));
}
