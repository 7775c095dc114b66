// The client of openapi-generator's typescript-fetch plays. Its classes have names of their own for every member: what is
// read goes through them and back to JSON, what is sent from JSON and back. It tells entries apart by the game of their log,
// which a single entry does not name, so that it sends the whole log.

import { Configuration, JudgingApi, ReplayFromJSON, VerdictToJSON } from "../../target/matrix/out/openapi-generator-typescript-fetch";
import type { Fields } from "../../openapi/clients/typescript/src/shapes";
import { play, type Verdict } from "./play";

await play("typescript-fetch", (url) => {
  // What is wrong with an answer is said before the client throws it away.
  const post = async ({ response }: { response: Response }) => {
    if (!response.ok) {
      console.error(await response.clone().text());
    }
  };
  const judge = new JudgingApi(new Configuration({ basePath: url, middleware: [{ post }] }));
  const verify = async (replay: Fields) =>
    VerdictToJSON(await judge.verify({ listing: 0, replay: ReplayFromJSON(replay) })) as Verdict;
  return { verify, move: verify };
});
