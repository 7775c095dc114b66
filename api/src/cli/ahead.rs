//! Reads ahead: items are read on a thread of their own while those before them are judged, and what is there
//! is judged at once, so that who sends a line and waits for its answer gets it.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::cli::source::{Item, Items};
use crate::limits::{BYTES_PER_BATCH, REPLAYS_PER_BATCH};

/// Items that were read and not taken yet: at most as many, and as many bytes, as are judged at once, and one
/// more.
#[derive(Default)]
struct Waiting {
    items: usize,
    bytes: usize,
}

impl Waiting {
    const fn is_full(&self) -> bool {
        self.items >= REPLAYS_PER_BATCH || self.bytes >= BYTES_PER_BATCH
    }
}

#[derive(Default)]
struct Room {
    waiting: Mutex<Waiting>,
    freed: Condvar,
}

/// The items of some files in their order.
pub struct Ahead {
    room: Arc<Room>,
    items: Receiver<Item>,
    reader: Option<JoinHandle<()>>,
}

impl Ahead {
    /// Begins to read. The thread ends with the files, or with the process: a read of standard input cannot
    /// be broken off.
    pub fn read(files: Vec<PathBuf>, every_line: bool) -> Ahead {
        let (sender, items) = channel();
        let room = Arc::<Room>::default();
        let of_reader = Arc::clone(&room);
        let reader = std::thread::spawn(move || fill(Items::new(files, every_line), &sender, &of_reader));
        Ahead { room, items, reader: Some(reader) }
    }

    /// Waits for an item, and takes those that are there besides. Nothing: all were taken.
    ///
    /// # Errors
    /// Reading broke off: what was taken is not all.
    pub fn take(&mut self) -> io::Result<Vec<Item>> {
        let Ok(first) = self.items.recv() else {
            let ended = self.reader.take().map_or(Ok(()), JoinHandle::join);
            return ended.map(|()| Vec::new()).map_err(|_| io::Error::other("reading broke off"));
        };
        let mut waited = Waiting { items: 1, bytes: bytes(&first) };
        let mut batch = vec![first];
        while !waited.is_full() {
            let Ok(item) = self.items.try_recv() else { break };
            waited.items += 1;
            waited.bytes = waited.bytes.saturating_add(bytes(&item));
            batch.push(item);
        }
        let mut waiting = self.room.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.items = waiting.items.saturating_sub(waited.items);
        waiting.bytes = waiting.bytes.saturating_sub(waited.bytes);
        self.room.freed.notify_one();
        Ok(batch)
    }
}

fn fill(items: Items, sender: &Sender<Item>, room: &Room) {
    for item in items {
        let waiting = room.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = room.freed.wait_while(waiting, |waiting| waiting.is_full());
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.items += 1;
        waiting.bytes = waiting.bytes.saturating_add(bytes(&item));
        drop(waiting);
        if sender.send(item).is_err() {
            return;
        }
    }
}

/// What an item holds, also the room of blanks that were cut off. Most whole files are read when they are
/// judged.
fn bytes(item: &Item) -> usize {
    match item {
        Item::Line { bytes: Ok(bytes), .. } | Item::Whole { bytes: Some(Ok(bytes)), .. } => bytes.capacity(),
        _ => 0,
    }
}
