"""How the parts of the conversation speak: the phrases of chat.toml, in the language that is chosen at the moment."""

from gradhelp.chat.turns import ErrorTurn, NoteTurn
from gradhelp.report.phrases import Lang, phrases

NAMES: dict[str, Lang] = {
    "en": "en", "english": "en", "英文": "en", "英语": "en",
    "zh": "zh", "zh-cn": "zh", "chinese": "zh", "中文": "zh", "汉语": "zh",
}  # fmt: skip


class Voice:
    """Shared by the parts of one conversation; changing `lang` changes it for all."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def say(self, key: str, **values: object) -> str:
        """The phrase of that key. Values are put in as they are: escaping them is for whoever shows the text."""
        return phrases("chat", self.lang).say(key, **values).strip("\n")

    def note(self, key: str, **values: object) -> NoteTurn:
        """The phrase as a remark."""
        return NoteTurn(text=self.say(key, **values))

    def error(self, key: str, **values: object) -> ErrorTurn:
        """The phrase as an error."""
        return ErrorTurn(text=self.say(key, **values))

    def switch(self, name: str) -> NoteTurn:
        """From now on speak the language of that name; where there is none, say which there are."""
        chosen = NAMES.get(name.lower())
        if chosen is None:
            return self.note("lang_which")
        self.lang = chosen
        return self.note("lang_set")
