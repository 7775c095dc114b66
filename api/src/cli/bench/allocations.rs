//! Counts the memory that a piece of work allocates. Counting takes time, so it is compiled in only with
//! `--features count-allocations`.

/// Allocations of this thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allocated {
    /// The number of allocations.
    pub(super) times: u64,
    /// The most bytes that were allocated at the same time.
    pub(super) most_held: u64,
}

/// Runs the work and counts; `None`: counting is not compiled in, and the work did not run.
#[cfg(feature = "count-allocations")]
pub(super) fn count(work: impl FnOnce()) -> Option<Allocated> {
    let counted = allocation_counter::measure(work);
    Some(Allocated { times: counted.count_total, most_held: counted.bytes_max })
}

/// Runs the work and counts; `None`: counting is not compiled in, and the work did not run.
#[cfg(not(feature = "count-allocations"))]
pub(super) fn count(_: impl FnOnce()) -> Option<Allocated> {
    None
}
