//! Types that have a form on the wire are stored completely in states.

use rules_judge_engine::games::tianhai::facts::{Agreed, BareField, Board, Facts};
use rules_judge_engine::kernel::Seat;

/// Snapshots have no field names, so a field at its default must still be written.
#[test]
fn what_was_agreed_is_read_as_it_is_written() {
    let board = Some(Board { columns: 5, rows: 4 });
    let all = Agreed { advanced: true, bare_field: BareField::Continue, board, max_rounds: Some(9) };
    for agreed in [Agreed::default(), Agreed { board, ..Agreed::default() }, all] {
        let facts = Facts { agreed, first: Some(Seat::One), round: 3, ..Facts::default() };
        let bytes = postcard::to_stdvec(&facts).unwrap();
        assert_eq!(postcard::from_bytes::<Facts>(&bytes).unwrap(), facts);
    }
}
