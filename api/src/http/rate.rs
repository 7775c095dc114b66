//! Limits the number of requests of one address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::http::fault::RateLimit;
use crate::limits::Limits;

/// After so many requests, the counters of addresses without recent requests are removed.
const SWEEP: u64 = 1 << 16;

/// Counts the requests of each address.
pub struct Rate {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr, StateInformationMiddleware>>,
    clock: DefaultClock,
    counts_loopback: bool,
    seen: AtomicU64,
    limit: RateLimit,
    policy: String,
}

impl std::fmt::Debug for Rate {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Rate").field("policy", &self.policy).finish()
    }
}

/// Whether a request of an address is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowance {
    /// It is; this many more may follow at once.
    Left(u32),
    /// It is not; the next one is allowed after this many seconds.
    Wait(u64),
}

impl Rate {
    /// A counter with these limits.
    pub fn new(limits: &Limits) -> Rate {
        let quota = NonZeroU32::new(limits.rate_per_second)
            .zip(NonZeroU32::new(limits.rate_burst))
            .map(|(rate, burst)| Quota::per_second(rate).allow_burst(burst));
        let window = limits.rate_burst.div_ceil(limits.rate_per_second.max(1)).max(1);
        Rate {
            limiter: quota.map(|quota| RateLimiter::keyed(quota).with_middleware()),
            clock: DefaultClock::default(),
            counts_loopback: limits.rate_loopback,
            seen: AtomicU64::new(0),
            limit: RateLimit { burst: limits.rate_burst, per_second: limits.rate_per_second },
            policy: format!("\"address\";q={};w={window}", limits.rate_burst),
        }
    }

    /// Counts one request of an address; `None`: requests of this address are not limited.
    pub fn count(&self, address: IpAddr) -> Option<Allowance> {
        let limiter = self.limiter.as_ref()?;
        if !self.counts_loopback && address.to_canonical().is_loopback() {
            return None;
        }
        if self.seen.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        Some(match limiter.check_key(&network(address)) {
            Ok(state) => Allowance::Left(state.remaining_burst_capacity()),
            Err(until) => {
                let wait = until.wait_time_from(self.clock.now());
                Allowance::Wait(wait.as_secs().saturating_add(1))
            }
        })
    }

    /// The limit.
    pub fn limit(&self) -> RateLimit {
        self.limit
    }

    /// The value of the header `RateLimit-Policy`.
    pub fn policy(&self) -> &str {
        &self.policy
    }
}

/// The address that counts for the limits. Of an IPv6 address it is the /64 network, since one customer has
/// all addresses of such a network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => IpAddr::V4(address),
            None => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_counted_only_if_that_is_asked_for() {
        let limits = Limits { rate_per_second: 1, rate_burst: 2, ..Limits::default() };
        let (free, counted) = (Rate::new(&limits), Rate::new(&Limits { rate_loopback: true, ..limits }));
        let allowed = |rate: &Rate, address: &str| address.parse().ok().map(|address| rate.count(address));
        // The first and the last address of the loopback range, the loopback address of IPv6, and an IPv4
        // address in the notation of IPv6.
        for address in ["127.0.0.0", "127.255.255.255", "::1", "::ffff:127.0.0.1"] {
            for _ in 0..100 {
                assert_eq!(allowed(&free, address), Some(None), "{address}");
            }
            for left in [1, 0] {
                assert_eq!(allowed(&counted, address), Some(Some(Allowance::Left(left))), "{address}");
            }
            assert_eq!(allowed(&counted, address), Some(Some(Allowance::Wait(1))), "{address}");
        }
        for outside in ["126.255.255.255", "128.0.0.0", "::2", "::ffff:128.0.0.1"] {
            assert_eq!(allowed(&free, outside), Some(Some(Allowance::Left(1))), "{outside}");
        }
    }
}
