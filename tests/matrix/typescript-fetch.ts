// The client of openapi-generator's typescript-fetch plays. Its classes have names of their own for every member: what is
// read goes through them and back to JSON, what is sent from JSON and back.

import { Configuration, JudgingApi, MoveFromJSON, ReplayFromJSON, VerdictToJSON } from "../../target/matrix/out/openapi-generator-typescript-fetch";
import { play, type Verdict } from "./play";

await play("typescript-fetch", (url) => {
  const judge = new JudgingApi(new Configuration({ basePath: url }));
  return {
    verify: async (replay) => VerdictToJSON(await judge.verify({ listing: 0, replay: ReplayFromJSON(replay) })) as Verdict,
    move: async (action, base) =>
      VerdictToJSON(await judge.move({ listing: 0, move: MoveFromJSON({ action, base }) })) as Verdict,
  };
});
