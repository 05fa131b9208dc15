// An opponent in another language: it takes the last of what is legal, by its index. `exec:node tests/arena/example_bot.mjs`
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.type === "hello") console.log(JSON.stringify({ id: request.id, protocol: 1 }));
  if (request.type === "decide") console.log(JSON.stringify({ id: request.id, decision: request.legal.length - 1 }));
}
