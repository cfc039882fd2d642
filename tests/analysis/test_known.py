"""What is known of a public instance, and of no other."""


from memlab.analysis.known import best_known


def test_a_known_value_is_that_of_the_very_instance():
    assert best_known("c125.9", "clique", 125, 6_963)["best_known"] == 34
    assert best_known("C125.9", "clique", 125, 6_962) == {}
    assert best_known("C125.9", "mis", 125, 6_963) == {}
    assert best_known("frb45-21-3", "mis", 945, 1)["best_known"] == 45
    assert best_known("frb45-21-3", "mis", 946, 1) == {}
    assert best_known("", "mis", 3, 3) == {}
