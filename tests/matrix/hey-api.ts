// The client of @hey-api/openapi-ts plays.

import { createClient } from "../../target/matrix/out/hey-api/client";
import { move, verify } from "../../target/matrix/out/hey-api/sdk.gen";
import type { AnyEntry, Replay } from "../../target/matrix/out/hey-api/types.gen";
import { play, type Verdict } from "./play";

await play("hey-api", (url) => {
  const client = createClient({ baseUrl: url, throwOnError: true });
  const query = { listing: 0 };
  return {
    verify: async (replay) =>
      (await verify({ body: replay as unknown as Replay, client, query, throwOnError: true })).data as unknown as Verdict,
    move: async (_, action, base) =>
      (await move({ body: { action: action as unknown as AnyEntry, base }, client, query, throwOnError: true }))
        .data as unknown as Verdict,
  };
});
