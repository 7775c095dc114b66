//! Reads items on a thread of their own while the command judges those before them. Items that have arrived
//! are judged at once, so that a program that sends one line and waits for its answer gets it.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::cli::source::{Item, Items};
use crate::limits::{BYTES_PER_BATCH, REPLAYS_PER_BATCH};

/// Items that the thread has read and the command has not taken. Their number and bytes are at most those of
/// a batch, and one item more.
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

/// The items of several files, in their order.
pub struct Ahead {
    room: Arc<Room>,
    items: Receiver<Item>,
    reader: Option<JoinHandle<()>>,
}

impl Ahead {
    /// Starts the thread that reads. It ends after the last file or with the process, since nothing can
    /// interrupt a read of standard input.
    pub fn read(files: Vec<PathBuf>, every_line: bool) -> Ahead {
        let (sender, items) = channel();
        let room = Arc::<Room>::default();
        let of_reader = Arc::clone(&room);
        let reader = std::thread::spawn(move || fill(Items::new(files, every_line), &sender, &of_reader));
        Ahead { room, items, reader: Some(reader) }
    }

    /// Waits for the next item, and takes all further ones that have arrived. An empty list: there are no
    /// more.
    ///
    /// # Errors
    /// The thread that reads ended before the files did, so items are missing.
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

/// The memory that an item takes, including the space of blanks that were cut off. A whole file usually takes
/// none, because the thread that judges it reads it.
fn bytes(item: &Item) -> usize {
    match item {
        Item::Line { bytes: Ok(bytes), .. } | Item::Whole { bytes: Some(Ok(bytes)), .. } => bytes.capacity(),
        _ => 0,
    }
}
