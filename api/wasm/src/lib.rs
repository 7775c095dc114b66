//! The rules judge as a module for WebAssembly: a request in, an answer out, each as a block of bytes in the
//! memory of the module.
//!
//! [`message`] says what is in a block, [`played`] what is in one about a game as a handle, [`memory`] hands
//! blocks over. The module imports nothing: it has no clock, no files, no network and nothing random. A panic
//! traps, and the host starts a fresh instance then.

mod memory;
mod message;
mod played;
