//! The exports of the module, and the blocks in its memory.
//!
//! This is the only file in which `unsafe` is allowed. It uses it only for the attributes that give an export
//! its name. No code follows a pointer from the host: each block is in a table and is found by its address,
//! so that no address can do harm. The host writes into a block from `alloc` until it passes it to `call`,
//! and reads the answer until it returns it with `free`. No code of the module runs meanwhile.
#![allow(unsafe_code)]

use std::sync::{LazyLock, Mutex, PoisonError};

use rules_judge_calls::instance::Instance;

use crate::message::{MOST_BYTES, answered};
use crate::played::Games;

/// The blocks that the host currently uses.
static BLOCKS: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// The judge of this instance of the module.
static INSTANCE: LazyLock<Instance> = LazyLock::new(Instance::default);

/// The games of this instance, and the answer that was given last about one.
static GAMES: LazyLock<Mutex<Games>> = LazyLock::new(Mutex::default);

/// Hands a block to the host.
fn lend(mut block: Vec<u8>) -> *mut u8 {
    let address = block.as_mut_ptr();
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner).push(block);
    address
}

/// Takes a block from the host.
fn take_back(address: *mut u8) -> Option<Vec<u8>> {
    let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let place = blocks.iter().position(|block| block.as_ptr() == address.cast_const())?;
    Some(blocks.swap_remove(place))
}

/// A block of this size for a request; null: it would be too large.
#[unsafe(no_mangle)]
extern "C" fn alloc(bytes: usize) -> *mut u8 {
    if bytes == 0 || bytes > MOST_BYTES { std::ptr::null_mut() } else { lend(vec![0; bytes]) }
}

/// Takes back a block.
#[unsafe(no_mangle)]
extern "C" fn free(address: *mut u8) {
    drop(take_back(address));
}

/// Answers the request in a block, and takes that block back. The block of the answer begins with its length.
/// Null: there is no such block.
#[unsafe(no_mangle)]
extern "C" fn call(address: *mut u8) -> *mut u8 {
    take_back(address).map_or(std::ptr::null_mut(), |request| lend(answered(&INSTANCE, &request)))
}

/// Answers the request about a game that stands in a block, which the host keeps and may write into again.
/// The answer lies there until the next such request. Null: there is no such block.
#[unsafe(no_mangle)]
extern "C" fn play(address: *mut u8) -> *const u8 {
    let blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(request) = blocks.iter().find(|block| block.as_ptr() == address.cast_const()) else {
        return std::ptr::null();
    };
    GAMES.lock().unwrap_or_else(PoisonError::into_inner).answered(&INSTANCE, request)
}
