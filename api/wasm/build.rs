//! Bounds the memory of the module.

/// Most bytes of memory of an instance.
const MOST_MEMORY: usize = 256 * 1024 * 1024;
/// Bytes of the stack. An overflow traps.
const STACK: usize = 4 * 1024 * 1024;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MOST_MEMORY}");
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
