"""Which nodes of a tree-sitter grammar define something: all that is particular to a language.

The grammars are the official wheels, one a language, which hold their parser. (The packs of all languages fetch theirs
from the network when they are first used, which a gate must not do.)
"""

from __future__ import annotations

from pincite.record import NamedTuple


class Language(NamedTuple):
    """A language: the module of its grammar, the function in it, and its nodes by what they define.

    `holders` only lend their name to what stands in them, as `impl` blocks and namespaces do.
    """

    name: str
    module: str
    entry: str
    functions: frozenset[str]
    classes: frozenset[str]
    values: frozenset[str]
    holders: frozenset[str] = frozenset()


def _language(
    name: str, module: str, functions: str, classes: str, values: str, holders: str = "", entry: str = "language"
) -> Language:
    sets = (frozenset(text.split()) for text in (functions, classes, values, holders))
    return Language(name, module, entry, *sets)


_JS_FUNCTIONS = "function_declaration generator_function_declaration method_definition"
_JS_VALUES = "variable_declarator field_definition public_field_definition"
_TS_FUNCTIONS = _JS_FUNCTIONS + " function_signature method_signature abstract_method_signature"
_TS_CLASSES = (
    "class_declaration abstract_class_declaration interface_declaration enum_declaration internal_module module"
)
_TS_VALUES = _JS_VALUES + " type_alias_declaration property_signature enum_assignment"
_C_CLASSES = "struct_specifier union_specifier enum_specifier"
_C_VALUES = "type_definition preproc_def preproc_function_def enumerator declaration field_declaration"

JAVASCRIPT = _language("JavaScript", "tree_sitter_javascript", _JS_FUNCTIONS, "class_declaration", _JS_VALUES)
TYPESCRIPT = _language(
    "TypeScript", "tree_sitter_typescript", _TS_FUNCTIONS, _TS_CLASSES, _TS_VALUES, entry="language_typescript"
)
TSX = TYPESCRIPT._replace(entry="language_tsx")
GO = _language(
    "Go", "tree_sitter_go", "function_declaration method_declaration method_elem", "type_spec",
    "const_spec var_spec type_alias field_declaration",
)  # fmt: skip
RUST = _language(
    "Rust", "tree_sitter_rust", "function_item function_signature_item macro_definition",
    "struct_item enum_item union_item trait_item mod_item",
    "const_item static_item type_item associated_type enum_variant field_declaration", "impl_item",
)  # fmt: skip
JAVA = _language(
    "Java", "tree_sitter_java", "method_declaration constructor_declaration compact_constructor_declaration",
    "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
    "field_declaration constant_declaration enum_constant",
)  # fmt: skip
C = _language("C", "tree_sitter_c", "function_definition", _C_CLASSES, _C_VALUES)
CPP = _language(
    "C++", "tree_sitter_cpp", "function_definition", _C_CLASSES + " class_specifier concept_definition",
    _C_VALUES + " alias_declaration", "namespace_definition",
)  # fmt: skip
RUBY = _language("Ruby", "tree_sitter_ruby", "method singleton_method", "class module", "assignment")
CSHARP = _language(
    "C#", "tree_sitter_c_sharp", "method_declaration constructor_declaration delegate_declaration",
    "class_declaration struct_declaration interface_declaration enum_declaration record_declaration",
    "property_declaration field_declaration enum_member_declaration", "namespace_declaration",
)  # fmt: skip
PHP = _language(
    "PHP", "tree_sitter_php", "function_definition method_declaration",
    "class_declaration interface_declaration trait_declaration enum_declaration",
    "const_element property_element enum_case", entry="language_php",
)  # fmt: skip
KOTLIN = _language(
    "Kotlin", "tree_sitter_kotlin", "function_declaration", "class_declaration object_declaration",
    "property_declaration type_alias enum_entry",
)  # fmt: skip
BASH = _language("Bash", "tree_sitter_bash", "function_definition", "", "variable_assignment")

BY_ENDING = {
    "js": JAVASCRIPT, "mjs": JAVASCRIPT, "cjs": JAVASCRIPT, "jsx": JAVASCRIPT,
    "ts": TYPESCRIPT, "mts": TYPESCRIPT, "cts": TYPESCRIPT, "tsx": TSX,
    "go": GO, "rs": RUST, "java": JAVA, "c": C, "h": CPP,
    "cc": CPP, "cpp": CPP, "cxx": CPP, "hh": CPP, "hpp": CPP, "hxx": CPP,
    "rb": RUBY, "cs": CSHARP, "php": PHP, "kt": KOTLIN, "kts": KOTLIN, "sh": BASH, "bash": BASH,
}  # fmt: skip
