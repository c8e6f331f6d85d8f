// The minimax player of a clone of github.com/TobiHol/torres as a bot of Alarife: it answers the questions of
// docs/writing-a-bot.md for games of Torres between two seats.
//
//   node minimax.mjs CLONE DEPTH [MILLISECONDS]
//
// It plays without action cards, which it does not know. Its limit for each action, a second unless it is told otherwise, counts
// processor time, so that a busy computer does not weaken it. What it may do is what both programs allow.

import { register } from "node:module";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [clone, depth, limit = "1000"] = process.argv.slice(2);
const APART = `export function resolve(name, context, next) {
  return name === "ws" ? { url: "data:text/javascript,export default class {}", shortCircuit: true } : next(name, context);
}`;
register("data:text/javascript," + encodeURIComponent(APART)); // its client speaks to a server; here nobody listens
const packages = pathToFileURL(clone + "/packages/").href;
const { Torres } = await import(packages + "game-logic/index.js");
const { MinimaxClient } = await import(packages + "ai-client/src/minimax_client.js");

// Its clock: it stops searching when this has gone on by a thousand.
performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / Number(limit);
};

// Its position for the facts of ours.
function position({ facts, seat }) {
  const game = new Torres({ numPlayers: 2 });
  const opening = facts.step === "place";
  const crowning = facts.step === "king" || facts.step === "move-king";
  game._gameRunning = true;
  game._phase = opening ? 0 : facts.phase;
  game._round = opening || crowning ? 0 : facts.round;
  game._activePlayer = seat;
  game._startingPlayer = facts.starter;
  game._playerToPlaceKing = crowning ? seat : -1;
  const squares = game._board._squares;
  facts.levels.forEach((level, cell) => (squares[cell].height = level));
  game._board._castleSizes = facts.castles.map(({ cells }) => cells.length);
  facts.castles.forEach(({ cells }, number) => cells.forEach((cell) => (squares[cell].castle = number)));
  for (const [cell, owner] of facts.knights) squares[cell].knight = owner;
  if (facts.king >= 0 && !crowning) game._board.placeKing(squares[facts.king]);
  const placed = [0, 1].map((each) => facts.knights.some(([, owner]) => owner === each));
  game._placedInitKnights = placed;
  game._playerList.forEach((player, each) => {
    const done = each !== seat && each === facts.starter && !crowning; // it has played in this round
    player._points = facts.players[each].points;
    player._numKnights = Math.min(5, facts.players[each].knights);
    player._ap = each === seat && !opening && !crowning ? facts.ap : done ? 0 : 5;
    player._numBlocks = player._numBlocks.map((blocks, turn) => (turn + 1 < game._round ? 0 : blocks));
    if (game._round && each === seat && facts.opened >= 0) player._numBlocks[game._round - 1] = facts.opened;
    if (game._round && done) player._numBlocks[game._round - 1] = 0;
  });
  return game;
}

// Our words for one of its moves.
function words(move, facts) {
  const cell = move.y * 8 + move.x;
  switch (move.action) {
    case "block_place":
      return `block ${cell}`;
    case "knight_place":
      return `${facts.step === "place" ? "place" : "insert"} ${cell}`;
    case "knight_move":
      return `move ${cell} ${move.destY * 8 + move.destX}`;
    case "king_place":
      return facts.king === cell ? "stay" : `king ${cell}`;
    default:
      return facts.ap ? "step" : "end";
  }
}

// The move that it makes, and how many of its and our moves the other program does not know.
function answer(question) {
  const { facts, moves } = question;
  const game = position(question);
  const player = Object.create(MinimaxClient.prototype);
  player.DEPTH = Number(depth);
  player.t0 = performance.now();
  const legal = new Set(moves);
  const ordered = game.getLegalMovesOrdered.bind(game);
  const known = ordered(question.seat);
  const common = known.filter((move) => legal.has(words(move, facts)));
  const strange = known.length - common.length;
  if (!common.length) return { move: moves.includes("end") ? "end" : moves[0], strange };
  let first = true;
  game.getLegalMovesOrdered = (...given) => (first ? ((first = false), common) : ordered(...given));
  const found = player.minimax(game, question.seat, player.DEPTH, -Infinity, Infinity);
  const best = found?.move ?? common[0];
  if (best.action !== "turn_end" || !facts.ap) return { move: words(best, facts), strange };
  return { moves: [...Array(facts.ap).fill("step"), "end"], strange }; // points left become points of the track
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.type !== "turn") continue;
  process.stdout.write(JSON.stringify({ n: question.n, ...answer(question) }) + "\n");
}
