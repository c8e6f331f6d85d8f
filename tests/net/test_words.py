from net.words import COUNT, fingerprint, word_list


def test_the_words_cannot_be_confused():
    words = word_list()
    assert len(words) == len(set(words)) == 256
    assert list(words) == sorted(words)
    assert len({word[:4] for word in words}) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in words)
    for index, one in enumerate(words):
        for other in words[index + 1 :]:
            if len(one) == len(other):
                assert sum(a != b for a, b in zip(one, other, strict=True)) > 1, (one, other)


def test_a_fingerprint_never_changes():
    assert fingerprint(bytes(32)) == "plum silver hunter rabbit anchor umbrella unicorn olive"
    assert len(fingerprint(bytes(32)).split()) == COUNT


def test_another_key_has_other_words():
    assert len({fingerprint(bytes([n]) * 32) for n in range(200)}) == 200
