"""The languages that submissions may be in: the judge's own, and those that plugins bring."""

from __future__ import annotations

from judge.errors import PluginError
from judge.manager import Register
from judge.sandbox.languages import LanguageTable


def language_table(register: Register) -> LanguageTable:
    """Return the table of all languages.

    One that bears a name or a suffix of the judge's own is left out, and is a fault of its plugin
    among the register's: it costs nobody else anything.
    """
    for language in list(register.languages):
        try:
            LanguageTable.with_extra([language])
        except PluginError as error:
            register.languages.remove(language)
            source = register.language_owners[language.name]
            register.faults.append(PluginError(f"the {source}: {error}"))
    return LanguageTable.with_extra(register.languages)
