//! Tests of the service and the command. One program for the crate: it is linked once.

mod calls;
mod command;
mod common;
mod desk;
mod findings;
mod guessing;
mod hostile;
mod judged;
mod listings;
mod narration;
mod openapi;
mod pointer;
mod positions;
mod rejudge;
mod report;
mod rules;
mod schemas;
mod service;
mod shared;
mod signing;
mod slow;
mod told_names;
mod toy;
mod views;
mod wire;
mod worker;
