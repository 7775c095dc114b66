//! How much memory a piece of work asks for. Counting takes time, so it is built in only on demand:
//! `--features count-allocations`.

/// What was asked for on this thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allocated {
    /// How often.
    pub(super) times: u64,
    /// How many bytes were held at most at one time.
    pub(super) most_held: u64,
}

/// Does the work and counts; `None`: counting is not built in, and nothing was done.
#[cfg(feature = "count-allocations")]
pub(super) fn count(work: impl FnOnce()) -> Option<Allocated> {
    let counted = allocation_counter::measure(work);
    Some(Allocated { times: counted.count_total, most_held: counted.bytes_max })
}

/// Does the work and counts; `None`: counting is not built in, and nothing was done.
#[cfg(not(feature = "count-allocations"))]
pub(super) fn count(_: impl FnOnce()) -> Option<Allocated> {
    None
}
