"""Which file a traceback leads to, where the paths in it are those of another machine."""

from chat_samples import TRACEBACK, texts


def test_a_file_of_that_name_with_that_line_is_offered(conversation, folder):
    elsewhere = TRACEBACK.replace('"train.py", line 4', '"/home/ana/arm/train.py", line 5')
    assert "The traceback comes from train.py" in texts(conversation.submit(elsewhere))


def test_a_file_of_that_name_with_another_line_is_not(conversation, folder):
    elsewhere = TRACEBACK.replace('"train.py", line 4', '"C:\\\\arm\\\\train.py", line 2')
    assert "Which script" in texts(conversation.submit(elsewhere))
