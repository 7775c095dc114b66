//! Keywords [用語集.關鍵字效果]: ruling-89 to ruling-94, ruling-123.

use crate::kernel::{EachCard, wire};

/// The names of keywords, for cards that are asked whether they have one.
#[wire(Copy, EachCard)]
pub enum KeywordName {
    /// 真界放.
    Shinkaiho,
    /// 繼召.
    Keisho,
    /// 靈魂魔法.
    SoulMagic,
    /// 激突 [ruling-89].
    Clash,
    /// 增幅 [ruling-90].
    Amplify,
    /// 地鳴 [ruling-91].
    Rumble,
    /// 操靈 [ruling-92].
    SpiritCall,
    /// 魔述 [ruling-93].
    Spellcast,
    /// 迷彩 [ruling-94].
    Camouflage,
    /// 水流 [ruling-123].
    Current,
}
