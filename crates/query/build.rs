//! The queries are part of the program: new files among them are reason to build it again.

fn main() {
    println!("cargo::rerun-if-changed=../../queries");
}
