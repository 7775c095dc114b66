//! The findings of the linter that only the toy's cards can have, each in three languages.

use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    no_light() => "a lantern gives light [3.1]", "燈籠須發光 [3.1]", "灯笼须发光 [3.1]";
}
