//! What must not compile.

#[test]
fn what_must_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
