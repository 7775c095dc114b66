//! What the linter says of cards of the toy: each sentence once.

use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    no_light() => "a lantern gives light [3.1]", "燈籠須發光 [3.1]", "灯笼须发光 [3.1]";
}
