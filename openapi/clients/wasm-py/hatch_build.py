"""Puts the module for WebAssembly into the packages that are built."""

import os
import pathlib
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "rules_judge.wasm"


class ModuleHook(BuildHookInterface[Any]):
    """Finds the module: named by RULES_JUDGE_MODULE, in an unpacked source package, or in a checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = pathlib.Path(self.root)
        inside = root / "src" / "rules_judge" / NAME
        named = os.environ.get("RULES_JUDGE_MODULE")
        places = [pathlib.Path(named)] if named else [inside, root.parents[2] / "target" / "module" / NAME]
        found = next((place for place in places if place.is_file()), None)
        if found is None:
            looked = ", ".join(str(place) for place in places)
            raise FileNotFoundError(f"{NAME} is missing ({looked}): build it with api/wasm/build.sh first")
        target = f"src/rules_judge/{NAME}" if self.target_name == "sdist" else f"rules_judge/{NAME}"
        build_data["force_include"][str(found.resolve())] = target
