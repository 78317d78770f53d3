// Part of Tactus, under the MIT licence. See LICENSE for details.
//! Finds libtactus as C programs do, by pkg-config. A library outside of the system's folders is also found at run time.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let output = Command::new("pkg-config")
        .args(["--variable=libdir", "tactus"])
        .output()
        .expect("pkg-config does not run; install the package pkg-config");
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_string();
    if !output.status.success() || folder.is_empty() {
        panic!("pkg-config knows no tactus; install Tactus, or name its lib/pkgconfig in PKG_CONFIG_PATH");
    }
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=dylib=tactus");
    println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{folder}");
    println!("cargo:rustc-link-arg-tests=-Wl,-rpath,{folder}");
}
