//! Goldens, properties, mutations, secrets and meta-tests over all games. One program for the crate: it is linked once.

mod beside;
mod declared;
mod faces;
mod findings;
mod goldens;
mod kept;
mod limits;
mod meta;
mod mutations;
mod names;
mod observed;
mod pointers;
mod properties;
mod reading;
mod samples;
mod secrets;
mod standing;
mod store;
mod storm;
mod vocabulary;
mod waiting;
