"""A PPO whose actor is cut while its total loss falls: the whole way from the script to the table in the report."""

from command import REPOSITORY, gradhelp


def test_the_table_shows_that_the_actor_gets_nothing() -> None:
    ended = gradhelp("diagnose", "--no-verify", REPOSITORY / "tests/programs/partial/ppo_stored_log_probs.py")
    assert ended.code == 1, ended.err
    assert "error[buffer-data]" in ended.out
    start = ended.out.index("What each term of loss gives to each part")
    _, header, policy, value, entropy, *_ = ended.out[start:].splitlines()
    assert header.split() == ["term", "log_std", "actor", "critic"]
    assert policy.split()[1:] == ["policy_loss", "-", "-", "-"]
    assert value.split()[-3:-1] == ["-", "-"]
    assert float(value.split()[-1]) > 0
    assert entropy.split()[-2:] == ["-", "-"]
