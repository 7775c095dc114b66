//! Goldens, properties, mutations, secrets and meta-tests over all games. One program for the crate: it is linked once.

mod beside;
mod case_shapes;
mod costs;
mod declared;
mod faces;
mod findings;
mod goldens;
mod kept;
mod limits;
mod meta;
mod mutations;
mod names;
mod naming;
mod observed;
mod pointers;
mod properties;
mod reading;
mod samples;
mod secrets;
mod standing;
mod store;
mod storm;
mod trace;
mod unmeant;
mod vocabulary;
mod waiting;
