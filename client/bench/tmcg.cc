/* The shuffle of LibTMCG beside ours (alarife bench deal --peer FOLDER; client/bench/tmcg.py compiles this program and runs it).

   Two players agree on a group of LibTMCG's default size and on a joint key, and lay the cards open. Then this program waits:
   for each line that it reads, one player shuffles and proves, and the other verifies, and it prints the milliseconds of the
   processor that each took. The next shuffle goes on with the shuffled cards. The proof is the one that LibTMCG's manual
   recommends, Groth's in its form without questions of the verifier. Whatever can be computed before the first shuffle is not
   counted.

   No package of Alarife contains this program in compiled form: LibTMCG is under the GPL. */

#include <ctime>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <libTMCG.hh>

static const size_t PLAYERS = 2;
static const unsigned long ROUNDS = 64; /* of the proofs by cut and choose, which nobody makes here */

static double milliseconds(std::clock_t begun)
{
	return 1000.0 * (std::clock() - begun) / CLOCKS_PER_SEC;
}

static void expect(bool holds, const char *what)
{
	if (!holds)
		throw std::runtime_error(what);
}

static size_t bits_for(size_t cards)
{
	size_t bits = 1;
	while ((size_t(1) << bits) < cards)
		bits++;
	return bits;
}

static void agree_on_a_key(BarnettSmartVTMF_dlog &one, BarnettSmartVTMF_dlog &other)
{
	std::stringstream from_one, from_other;
	one.KeyGenerationProtocol_GenerateKey();
	other.KeyGenerationProtocol_GenerateKey();
	one.KeyGenerationProtocol_PublishKey(from_one);
	other.KeyGenerationProtocol_PublishKey(from_other);
	expect(one.KeyGenerationProtocol_UpdateKey(from_other), "a key is not valid");
	expect(other.KeyGenerationProtocol_UpdateKey(from_one), "a key is not valid");
	one.KeyGenerationProtocol_Finalize();
	other.KeyGenerationProtocol_Finalize();
}

static void measure(size_t cards)
{
	BarnettSmartVTMF_dlog shuffler;
	std::stringstream group;
	shuffler.PublishGroup(group);
	BarnettSmartVTMF_dlog verifier(group);
	expect(verifier.CheckGroup(), "the group is not valid");
	agree_on_a_key(shuffler, verifier);

	GrothVSSHE prover(cards, shuffler.p, shuffler.q, shuffler.k, shuffler.g, shuffler.h);
	std::stringstream commitments;
	prover.PublishGroup(commitments);
	GrothVSSHE examiner(cards, commitments);
	prover.SetupGenerators_publiccoin(shuffler.h);
	examiner.SetupGenerators_publiccoin(verifier.h);
	expect(examiner.CheckGroup(), "the group of the commitments is not valid");

	SchindelhauerTMCG table(ROUNDS, PLAYERS, bits_for(cards));
	TMCG_Stack<VTMF_Card> pile;
	for (size_t type = 0; type < cards; type++) {
		VTMF_Card card;
		table.TMCG_CreateOpenCard(card, &shuffler, type);
		pile.push(card);
	}

	for (std::string line; std::getline(std::cin, line);) {
		std::clock_t begun = std::clock();
		TMCG_StackSecret<VTMF_CardSecret> secret;
		TMCG_Stack<VTMF_Card> shuffled;
		table.TMCG_CreateStackSecret(secret, false, pile.size(), &shuffler);
		table.TMCG_MixStack(pile, shuffled, secret, &shuffler);
		double mix = milliseconds(begun);

		begun = std::clock();
		std::stringstream proof;
		table.TMCG_ProveStackEquality_Groth_noninteractive(pile, shuffled, secret, &shuffler, &prover, proof);
		double prove = milliseconds(begun);

		begun = std::clock();
		bool holds = table.TMCG_VerifyStackEquality_Groth_noninteractive(pile, shuffled, &verifier, &examiner, proof);
		double verify = milliseconds(begun);
		expect(holds, "the proof of a shuffle does not hold");

		std::cout << "{\"mix\": " << mix << ", \"prove\": " << prove << ", \"verify\": " << verify << "}" << std::endl;
		pile = shuffled;
	}
}

int main(int count, char **words)
{
	try {
		expect(count == 2, "say how many cards are shuffled");
		expect(init_libTMCG(), "LibTMCG does not start");
		measure(std::stoul(words[1]));
	} catch (const std::exception &error) {
		std::cerr << error.what() << std::endl;
		return 1;
	}
	return 0;
}
