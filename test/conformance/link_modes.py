"""Code models and ways to link that run.py builds programs in (--mode): what distributions, CMake and users of large
programs pass beside the usual flags. Addresses of functions, frames and static data differ between them."""

import shutil

MODES: dict[str, list[str]] = {
    "no-pie": ["-fno-pie", "-no-pie"],  # CMake's POSITION_INDEPENDENT_CODE OFF
    "no-pie-lld": ["-fno-pie", "-no-pie", "-fuse-ld=lld"],
    "no-pie-static-runtime": ["-fno-pie", "-no-pie", "-ftactus-static-runtime"],
    "medium": ["-mcmodel=medium"],
    "large": ["-mcmodel=large", "-fno-pie", "-no-pie"],
    "large-pie": ["-mcmodel=large", "-fPIE", "-pie"],
    "no-plt": ["-fno-plt", "-Wl,-z,now"],
    "hidden": ["-fvisibility=hidden", "-fvisibility-inlines-hidden"],
    "symbolic": ["-Wl,-Bsymbolic", "-fPIC"],
    "rdynamic": ["-rdynamic", "-Wl,-z,lazy"],
    "lld": ["-fuse-ld=lld", "-Wl,--gc-sections", "-ffunction-sections"],
    **({"gold": ["-fuse-ld=gold"]} if shutil.which("ld.gold") else {}),  # since Debian 13 a package of its own
    "static-libgcc": ["-static-libgcc", "-static-libstdc++", "-ftactus-static-runtime"],
    "lto": ["-flto", "-fuse-ld=lld"],
    "lto-no-pie": ["-flto=thin", "-fuse-ld=lld", "-fno-pie", "-no-pie"],
    "static": ["-static"],
    "static-pie": ["-static-pie", "-fPIE"],
}


def flags_of(mode: str, system: str) -> list[str]:
    """Clang itself knows none of Tactus' flags."""
    return [flag for flag in MODES[mode] if system == "tactus" or not flag.startswith("-ftactus-")]


def fits(mode: str, flags: list[str]) -> bool:
    """Link-time optimisation goes with lld only."""
    return mode != "gold" or not any(flag.startswith("-flto") for flag in flags)


def is_static(mode: str) -> bool:
    return mode.startswith("static") and mode != "static-libgcc"
