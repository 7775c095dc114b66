// Answers the messages of `inWorker` with a judge of its own.

import { load } from "./loader.js";

let judge = null;

async function answered({ load: options, memory, request }) {
  if (options) {
    judge = await load(options);
    return true;
  }
  return memory ? judge.memory() : judge.answer(request);
}

self.onmessage = async ({ data: { id, ...message } }) => {
  try {
    const answer = await answered(message);
    const bytes = answer?.body?.buffer;
    self.postMessage({ id, answer }, bytes ? [bytes] : []);
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
