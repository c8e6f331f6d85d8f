#!/usr/bin/env node
// A bot for every game of Alarife: it prefers moves that build, and passes only when nothing else is left.

import { createInterface } from "node:readline";

const LAST = ["end", "done", "pass", "stay", "withdraw", "buy", "buy-pile", "king", "bottom"];
const FIRST = ["palace", "five", "castle", "grande", "play-tower", "house", "baron", "play", "block", "insert", "move"];

// A small generator, so that the same game again makes the same moves (Math.random cannot be seeded).
function lots(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

// How much the bot likes a move, by the first word of its notation; it chooses among equal moves by lot.
function worth(move, lot) {
  const kind = move.split(" ")[0];
  const place = FIRST.indexOf(kind);
  return place >= 0 ? FIRST.length - place + lot() : lot() - (LAST.includes(kind) ? 1 : 0);
}

// The move for a position.
function answer(question) {
  if (question.clock.left_ms < 20) return question.moves[0];
  const lot = lots(question.seat * 65537 + question.n);
  const values = question.moves.map((move) => worth(move, lot));
  return question.moves[values.indexOf(Math.max(...values))];
}

// Answer every question until Alarife ends this program.
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.type !== "turn") continue; // a kind of line that this bot does not know
  process.stdout.write(JSON.stringify({ n: question.n, move: answer(question) }) + "\n");
}
